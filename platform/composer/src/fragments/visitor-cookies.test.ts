import { BUCKET_COOKIE } from '../canary/bucket';
import { cookiesOf, settableCookies } from '../http/request/request';
import { PREVIEW } from '../preview/previews';

test.each([BUCKET_COOKIE, PREVIEW, 'console-session', 'office-attempt', '__Host-bucket'])(
  'a release that declares the cookie %s neither reads nor sets it: it is not an app’s',
  (name) => {
    expect(cookiesOf({ headers: { cookie: `${name}=1; cart=2` } }, [name, 'cart'])).toEqual({ cart: '2' });
    expect(settableCookies([`${name}=1; Path=/`], [name])).toEqual({ set: [], refused: [name] });
  },
);
