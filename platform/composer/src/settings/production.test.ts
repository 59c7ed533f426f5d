import { fixtureSite } from '../testing/fixture-site';
import { requireProductionSettings } from './settings';

const COMPLETE = {
  NODE_ENV: 'production',
  SITE_ORIGIN: 'https://www.example.com',
  ARTICLES_HOST: 'https://articles.example',
  RELEASES_URL: 's3://site/releases',
  RELEASE_KEYS: '{"apps":{},"steps":{}}',
  PRIVATE_STORE_URL: 's3://site-private/composers',
};

const sentencesOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    requireProductionSettings(env, fixtureSite.definition.production);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

it('asks for nothing outside production', () => {
  expect(sentencesOf({ NODE_ENV: 'test' })).toEqual([]);
});

it.each(['SITE_ORIGIN', 'ARTICLES_HOST', 'RELEASE_KEYS', 'PRIVATE_STORE_URL'])(
  'refuses to start a production without %s',
  (name) => {
    expect(sentencesOf(COMPLETE)).toEqual([]);
    expect(sentencesOf({ ...COMPLETE, [name]: '' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is missing: `)),
    ]);
  },
);

it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080'])(
  'takes %s, which is this machine',
  (SITE_ORIGIN) => {
    expect(sentencesOf({ ...COMPLETE, SITE_ORIGIN })).toEqual([]);
  },
);

it('refuses an address without TLS', () => {
  const plain = { ...COMPLETE, SITE_ORIGIN: 'http://www.example.com' };
  expect(sentencesOf(plain)).toEqual([expect.stringMatching(/^SITE_ORIGIN is not for production: /)]);
});

it('believes what was signed in a folder of this machine', () => {
  expect(sentencesOf({ ...COMPLETE, RELEASES_URL: '', RELEASE_KEYS: '', PRIVATE_STORE_URL: '' })).toEqual([]);
});
