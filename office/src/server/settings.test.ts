import { readOfficeSettings } from './settings';

const PRODUCTION = {
  NODE_ENV: 'production',
  OFFICE_ORIGIN: 'https://office.example',
  OFFICE_FILES_ORIGIN: 'https://files.example',
  OFFICE_DATABASE_URL: 'postgres://localhost/office',
};

test.each([
  [{ ...PRODUCTION, OFFICE_ORIGIN: '' }, 'OFFICE_ORIGIN must begin with https:// in production'],
  [{ ...PRODUCTION, OFFICE_ORIGIN: 'http://office.example' }, 'OFFICE_ORIGIN must begin with https://'],
  [{ ...PRODUCTION, OFFICE_ORIGIN: 'https://www.example', SITE_ORIGIN: 'https://www.example' }, 'must not be the site'],
  [{ ...PRODUCTION, OFFICE_FILES_ORIGIN: '' }, 'OFFICE_FILES_ORIGIN is missing'],
  [{ ...PRODUCTION, OFFICE_FILES_ORIGIN: 'https://office.example' }, 'must not be the office’s own address'],
  [{ ...PRODUCTION, OFFICE_FILES_ORIGIN: 'http://files.example' }, 'OFFICE_FILES_ORIGIN must begin with https://'],
  [{ ...PRODUCTION, OFFICE_DATABASE_URL: '' }, 'OFFICE_DATABASE_URL is missing'],
  [{ ...PRODUCTION, NODE_ENV: 'Production' }, 'NODE_ENV must be production, development or test'],
  [{ OFFICE_PORT: 'high' }, 'OFFICE_PORT must be a number'],
  [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID is missing'],
])('%j is refused in one sentence', (env, sentence) => {
  expect(() => readOfficeSettings(env)).toThrow(sentence);
});

test('on this machine nothing has to be set', () =>
  expect(readOfficeSettings({ API_PORT: '4100' })).toMatchObject({
    port: 3400,
    filesOrigin: 'http://127.0.0.1:3400',
    siteOrigin: 'http://localhost:3000',
    apiOrigin: 'http://localhost:4110',
  }));

test('in production everything is named', () =>
  expect(readOfficeSettings(PRODUCTION)).toMatchObject({ filesOrigin: 'https://files.example' }));
