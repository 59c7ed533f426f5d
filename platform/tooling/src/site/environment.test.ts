import { join } from 'node:path';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { ROOT, SITE_DIR } from '../paths';
import { apiOf, namedBackEnds, siteEnvironment } from './definition';

const site = (change: Partial<SiteDefinition>) => change as SiteDefinition;
const second = site({
  port: { variable: 'EXAMPLE_PORT', default: 3050 },
  dataFolder: 'example',
  services: [
    { name: 'decide', folder: '../decide/api', port: { variable: 'DECIDE_PORT', default: 3051 }, backEndOf: 'decide' },
    { name: 'till', folder: '../till', port: { variable: 'TILL_PORT', default: 3052 } },
  ],
});

test('a second site has ports, data and back ends of its own', () => {
  expect(siteEnvironment(second, { PORT: '3000', DECIDE_PORT: '4000' })).toMatchObject({
    SITE_DIR,
    PORT: '3050',
    COMPOSER_PRIVATE_PORT: '3060',
    DATA_DIR: join(ROOT, 'var', 'example'),
    API_ORIGINS: '{"decide":"http://127.0.0.1:4000"}',
    DECIDE_PORT: '4000',
    TILL_PORT: '3052',
  });
});

test('is the same when it is applied twice, and leaves alone what is set', () => {
  const once = siteEnvironment(second, { API_ORIGINS: '{}', EXAMPLE_PORT: '5000' });
  expect(once).toMatchObject({ PORT: '5000', API_ORIGINS: '{}' });
  expect(siteEnvironment(second, once)).toBe(once);
});

test('a site that says nothing of ports and data has the defaults', () => {
  const env = siteEnvironment(site({}), { COMPOSER_PRIVATE_PORT: '9' });
  expect(env).toMatchObject({ COMPOSER_PRIVATE_PORT: '9' });
  // `PORT` stays unset, so that a standalone remote uses the typed port or its own.
  expect([env.PORT, env.DATA_DIR]).toEqual([undefined, undefined]);
});

test.each(['decide=http://127.0.0.1:3052', '{"decide":"127.0.0.1:3052"}', '[]'])(
  'back ends that cannot be used are said by the name of their setting: %s',
  (API_ORIGINS) => expect(() => namedBackEnds({ API_ORIGINS })).toThrow(/^API_ORIGINS is not usable: it must be JSON/),
);

test('a site has an API where it runs one, or somebody names it', () => {
  expect(apiOf(site({}), { API_PORT: '3101' })).toBeUndefined();
  expect(apiOf(site({}), { API_ORIGIN: 'https://api.example' })).toBe('https://api.example');
  expect(apiOf(second, { API_PORT: '3101' })).toBe('http://127.0.0.1:3101');
});
