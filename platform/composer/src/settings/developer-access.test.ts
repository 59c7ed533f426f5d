import type { IncomingMessage } from 'node:http';
import { isDeveloper } from './developer-access';

const from = (remoteAddress: string, headers: IncomingMessage['headers'] = {}) =>
  ({ headers, socket: { remoteAddress } }) as IncomingMessage;
const LOCAL = { NODE_ENV: 'development', DEVELOPER_ACCESS: '' } as const;

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('somebody at this machine (%s) is a developer', (address) => {
  expect(isDeveloper(from(address), LOCAL)).toBe(true);
  expect(isDeveloper(from(address), { ...LOCAL, NODE_ENV: 'production' })).toBe(false);
});

test.each(['203.0.113.7', '10.0.0.4', '::ffff:10.0.0.4', '2001:db8::1'])('a visitor from %s is none', (address) => {
  expect(isDeveloper(from(address), LOCAL)).toBe(false);
  expect(isDeveloper(from(address), { ...LOCAL, DEVELOPER_ACCESS: 'network' })).toBe(true);
  expect(isDeveloper(from(address), { NODE_ENV: 'production', DEVELOPER_ACCESS: 'network' })).toBe(false);
});

test.each(['x-forwarded-for', 'x-real-ip', 'forwarded'])(
  'a visitor behind a proxy of this machine is none (%s)',
  (name) => {
    expect(isDeveloper(from('127.0.0.1', { [name]: '203.0.113.7' }), LOCAL)).toBe(false);
  },
);
