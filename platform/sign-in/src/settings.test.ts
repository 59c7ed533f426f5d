import { readSignInSettings } from './settings';

const OPTIONS = {
  service: 'helpdesk',
  setting: 'HELPDESK_ORIGIN',
  port: 4300,
  rights: { admin: { allows: 'everything' } },
};
const read = (env: NodeJS.ProcessEnv) => readSignInSettings(env, OPTIONS);
const OIDC = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' };

test.each([
  [{ NODE_ENV: 'production' }, 'HELPDESK_ORIGIN must begin with https:// in production'],
  [{ HELPDESK_ORIGIN: 'http://desk.example' }, 'HELPDESK_ORIGIN must begin with https://, unless'],
  [{ HELPDESK_ORIGIN: 'https://desk.example/path' }, 'HELPDESK_ORIGIN must be an origin'],
  [
    { NODE_ENV: 'production', HELPDESK_ORIGIN: 'https://www.example', SITE_ORIGIN: 'https://www.example' },
    "HELPDESK_ORIGIN must not be the site's own host",
  ],
  // Cookies know no ports, and a last dot changes no host.
  [
    { NODE_ENV: 'production', HELPDESK_ORIGIN: 'https://www.example:8443', SITE_ORIGIN: 'https://www.example' },
    "HELPDESK_ORIGIN must not be the site's own host",
  ],
  [
    { NODE_ENV: 'production', HELPDESK_ORIGIN: 'https://www.example.', SITE_ORIGIN: 'https://www.example' },
    "HELPDESK_ORIGIN must not be the site's own host",
  ],
  [
    { NODE_ENV: 'production', HELPDESK_ORIGIN: 'https://look.example', PREVIEW_ORIGIN: 'https://look.example' },
    'HELPDESK_ORIGIN must not be the host of PREVIEW_ORIGIN',
  ],
  [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID is missing'],
  [{ ...OIDC, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER must be an https address'],
  [{ ...OIDC, OIDC_RIGHTS: '{"helpdesk":{"web":["owner"]}}' }, '"owner" is not a right. Choose among admin.'],
  [{ ...OIDC, OIDC_RIGHTS: 'web' }, 'OIDC_RIGHTS must be JSON'],
])('%j is refused in one sentence', (env, sentence) => {
  expect(() => read(env)).toThrow(sentence);
});

test.each([
  {},
  // A file with CRLF leaves its empty settings with a carriage return.
  { HELPDESK_ORIGIN: '\r', NODE_ENV: '\r', OIDC_ISSUER: ' ' },
])('on this machine nothing has to be set: %j', (env) =>
  expect(read(env)).toEqual({
    service: 'helpdesk',
    origin: 'http://localhost:4300',
    production: false,
    openId: undefined,
  }),
);

test('rights of groups are read for this service alone', () => {
  const { openId } = read({ ...OIDC, OIDC_RIGHTS: '{"helpdesk":{"web":["admin"]},"other":{"web":["chief"]}}' });
  expect(openId?.rights).toEqual({ web: ['admin'] });
});
