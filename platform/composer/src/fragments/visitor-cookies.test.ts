import { settableCookies } from '../back-ends/declared-cookies';
import { DRAW_COOKIE } from '../canary/draw';
import { proofCookie } from '../canary/proof';
import type { Secret } from '../canary/secret';
import { OVERRIDE } from '../override/override';
import { PREVIEW } from '../preview/previews';
import { cookiesOf } from './visitor-cookies';

const view = { network: 'n', draw: { draw: 1, drawnAt: 1 }, set: 's', at: 1, isFirst: true };
const [proof = ''] = proofCookie(view, false, { tag: () => 't' } as unknown as Secret).split('=');

test.each([DRAW_COOKIE, proof, PREVIEW, OVERRIDE, 'console-session', 'office-attempt', '__Host-side'])(
  'a release that declares the cookie %s neither reads nor sets it: it is not an app’s',
  (name) => {
    expect(cookiesOf({ headers: { cookie: `${name}=1; cart=2` } }, [name, 'cart'])).toEqual({ cart: '2' });
    expect(settableCookies([`${name}=1; Path=/`], [name])).toEqual({ set: [], refused: [name] });
  },
);
