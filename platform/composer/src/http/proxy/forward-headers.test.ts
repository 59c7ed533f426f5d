import { endToEndHeaders, headersForApi, visitorHeaders } from './api-proxy';

test.each([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])('%s goes no further', (name) => {
  expect(endToEndHeaders({ [name]: 'x', accept: '*/*' })).toEqual({ accept: '*/*' });
});

test('what Connection names goes no further, however it is spelled', () => {
  const headers = {
    connection: 'close, X-Limit ,x-other',
    'x-limit': '1',
    'x-other': '2',
    'set-cookie': ['a=b', 'c=d'],
  };
  expect(endToEndHeaders(headers)).toEqual({ 'set-cookie': ['a=b', 'c=d'] });
});

test('what was not sent is left out', () => {
  expect(endToEndHeaders({ cookie: undefined, host: 'site.test' })).toEqual({ host: 'site.test' });
});

test('sessions of staff stay with the composer; cookies of the site go on', () => {
  const cookie =
    '__Host-console-session=a; basket=b; office-session=c; console-attempt=d; __Host-office-attempt=e; my-console-session=f';
  expect(headersForApi({ cookie }, false)).toEqual({ cookie: 'basket=b; my-console-session=f' });
  expect(headersForApi({ cookie: 'console-session=a', accept: '*/*' }, false)).toEqual({ accept: '*/*' });
});

test.each([
  'forwarded',
  'x-real-ip',
  'true-client-ip',
  'x-forwarded-user',
  'x-forwarded-prefix',
  'x-original-url',
  'x-http-method-override',
  'x_forwarded_for',
  'remote_user',
])('a visitor tells back ends nothing as a proxy would, by %s', (name) => {
  for (const behindProxy of [false, true])
    expect(visitorHeaders({ [name]: 'x', accept: '*/*' }, behindProxy)).toEqual({ accept: '*/*' });
});

test('the protocol is what the proxy in front says, where there is one', () => {
  const headers = { 'x-forwarded-proto': 'https' };
  expect(visitorHeaders(headers, true)).toEqual(headers);
  expect(visitorHeaders(headers, false)).toEqual({});
});
