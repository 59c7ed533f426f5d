import { readStaffSettings } from './settings';

const SERVICE = { name: 'desk', rights: { admin: { allows: 'everything' } }, root: '/' };
const read = (TRUST_PROXY: string, LOG_LEVEL?: string) =>
  readStaffSettings(SERVICE, { port: 4300, databaseUrl: '' }, { TRUST_PROXY, LOG_LEVEL }).trustProxy;

test.each([
  ['', ['loopback']],
  ['none', false],
  [' none\r', false],
  ['uniquelocal, 10.0.0.0/8,::1', ['uniquelocal', '10.0.0.0/8', '::1']],
])('"%s" is taken', (given, trusted) => expect(read(given)).toEqual(trusted));

test.each(['junk', '10.0.0.0/33', '10.0.0.0/8/8', 'none,10.0.0.1', '0.0.0.0/0', '::/0', '10.0.0.1,::/000'])(
  '"%s" is refused in one sentence',
  (given) => expect(() => read(given)).toThrow(/^The setting TRUST_PROXY must /),
);

test('a level that logs do not have is refused in one sentence', () =>
  expect(() => read('', 'loud')).toThrow(/^The setting LOG_LEVEL must be one of fatal, /));

test('a setting of blanks counts as not set, as an empty one of a file with CRLF', () => {
  const { siteOrigin, dataDir } = readStaffSettings(
    SERVICE,
    { port: 4300, databaseUrl: '' },
    { PORT: '\r', DATA_DIR: ' ' },
  );
  expect([siteOrigin, dataDir]).toEqual(['http://localhost:3000', '/var']);
});
