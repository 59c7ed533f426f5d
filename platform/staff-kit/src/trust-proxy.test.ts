import * as z from 'zod';
import { readSettings } from './settings';
import { trustProxySetting } from './trust-proxy';

const read = (TRUST_PROXY: string) => readSettings(z.object({ TRUST_PROXY: trustProxySetting }), { TRUST_PROXY });

test.each([
  ['', ['loopback']],
  ['none', false],
  ['uniquelocal, 10.0.0.0/8,::1', ['uniquelocal', '10.0.0.0/8', '::1']],
])('"%s" is taken', (given, trusted) => expect(read(given)).toEqual({ TRUST_PROXY: trusted }));

test.each(['junk', '10.0.0.0/33', '10.0.0.0/8/8', 'none,10.0.0.1', '0.0.0.0/0', '::/0', '10.0.0.1,::/000'])(
  '"%s" is refused in one sentence',
  (given) => expect(() => read(given)).toThrow(/^The setting TRUST_PROXY must /),
);
