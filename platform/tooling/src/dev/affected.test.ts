import { join } from 'node:path';
import { ROOT } from '../paths';
import { affectedBy, hasEffect } from './affected';

const APPS = ['shell', 'mf-blog', 'mf-courses'];

it.each([
  ['mf-blog/src/pages/list/List.tsx', ['mf-blog'], []],
  ['shared-ui/src/components/Tabs/Tabs.tsx', APPS, []],
  ['platform/contracts/src/head.ts', APPS, ['composer', 'api']],
  ['shell/browser/main.ts', ['shell'], []],
  ['platform/composer/src/app.ts', [], ['composer']],
  ['api/src/orders/create.ts', [], ['api']],
  ['payment-sandbox/src/server.ts', [], ['payment-sandbox']],
  ['company.json', [], ['api', 'composer']],
  ['navigation.json', [], ['composer']],
  ['docs/settings.md', [], []],
])('an edit of %s is seen after building %j and restarting %j', (path, apps, services) => {
  expect(affectedBy(join(ROOT, path), APPS)).toEqual({ apps, services });
});

it('leaves apps alone that are not rebuilt in this session', () => {
  expect(affectedBy(join(ROOT, 'mf-blog/src/app.tsx'), ['mf-courses']).apps).toEqual([]);
});

it.each(['mf-blog/dist/1.0.0/render.mjs', 'mf-blog/src/routes.test.ts', 'api/test/cli.ts', 'README.md', '.git/HEAD'])(
  'does nothing for %s',
  (path) => {
    expect(hasEffect(join(ROOT, path))).toBe(false);
  },
);

it('takes content and styles for sources', () => {
  expect(hasEffect(join(ROOT, 'mf-blog/src/content/list.content.json'))).toBe(true);
  expect(hasEffect(join(ROOT, 'shared-ui/src/components/Tabs/Tabs.module.css'))).toBe(true);
});
