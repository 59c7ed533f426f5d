import { join } from 'node:path';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { ROOT, SITE_DIR, SITE_ROOT } from '../paths';
import { affectedBy, hasEffect, sourcesOf } from './affected';

const APPS = ['shell', 'articles', 'shop'];
const port = { variable: 'BACK_END_PORT', default: 3100 };
const site: Partial<SiteDefinition> = {
  navigation: { file: 'navigation.json', what: 'links', schema: expect.anything() },
  services: [{ name: 'back-end', folder: '../back-end', port, alsoMadeOf: ['../platform/contracts', 'owner.json'] }],
  sharedSources: ['../design'],
};
const sources = sourcesOf(site as SiteDefinition);

it.each([
  [join(SITE_ROOT, 'articles/src/pages/list/List.tsx'), ['articles'], []],
  [join(SITE_ROOT, 'design/src/components/Tabs/Tabs.tsx'), APPS, []],
  [join(ROOT, 'platform/contracts/src/page/head.ts'), APPS, ['back-end', 'composer']],
  [join(SITE_ROOT, 'shell/browser/main.ts'), ['shell'], []],
  [join(ROOT, 'platform/composer/src/app.ts'), [], ['composer']],
  [join(SITE_ROOT, 'back-end/src/orders/create.ts'), [], ['back-end']],
  [join(SITE_DIR, 'owner.json'), [], ['back-end', 'composer']],
  [join(SITE_DIR, 'navigation.json'), [], ['composer']],
  [join(ROOT, 'docs/settings.md'), [], []],
])('an edit of %s is seen after building %j and restarting %j', (path, apps, services) => {
  expect(affectedBy(path, APPS, sources)).toEqual({ apps, services });
});

it('leaves apps alone that are not rebuilt in this session', () => {
  expect(affectedBy(join(SITE_ROOT, 'articles/src/app.tsx'), ['shop'], sources).apps).toEqual([]);
});

it.each(['articles/dist/1.0.0/render.mjs', 'articles/src/routes.test.ts', 'api/test/cli.ts', 'README.md', '.git/HEAD'])(
  'does nothing for %s',
  (path) => {
    expect(hasEffect(join(ROOT, path))).toBe(false);
  },
);

it('takes content and styles for sources', () => {
  expect(hasEffect(join(ROOT, 'articles/src/content/list.content.json'))).toBe(true);
  expect(hasEffect(join(ROOT, 'design/src/components/Tabs/Tabs.module.css'))).toBe(true);
});
