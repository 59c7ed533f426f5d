import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../paths';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  for (const file of ['biome.json', 'platform/tooling/lint'])
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What our lint says to this file of a repository that holds nothing else. */
const lintText = (file: string, text: string, ...words: string[]): string => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  const biome = join(ROOT, 'node_modules', '.bin', 'biome');
  const { stdout, stderr } = spawnSync(biome, ['lint', ...words, file], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
};

/** What it says to this import. */
const lint = (file: string, imported: string): string =>
  lintText(
    file,
    `import { thing } from '${imported}';\n\nexport const it = thing;\n`,
    '--only=style/noRestrictedImports',
  );

it.each([
  ['mf-blog/src/clip.ts', 'mf-courses/price', 'released alone'],
  ['mf-blog/src/pages/list/head.ts', '../../../../mf-courses/src/lib/price', 'released alone'],
  ['mf-blog/src/clip.ts', '../../shell/browser/main', 'released alone'],
  ['mf-blog/src/clip.ts', '../../api/src/posts/parse', 'released alone'],
  ['mf-blog/src/clip.ts', '@wholepage/tooling/build-app', 'released alone'],
  ['mf-blog/src/clip.ts', 'node:fs', 'released alone'],
  ['shared-ui/src/components/Tabs/Tabs.tsx', 'mf-products/tabs', 'contracts alone'],
  ['platform/contracts/src/page/head.ts', 'shared-ui/Button', 'below everything'],
  ['platform/contracts/src/page/head.ts', '@wholepage/page-rules/address', 'below everything'],
  ['shell/browser/main.ts', '../../platform/composer/src/settings', 'from their releases'],
  ['shell/browser/main.ts', '@wholepage/releases/registry', 'from their releases'],
  ['platform/federation/src/share-scope.ts', '@wholepage/shell-kit/navigation/links', 'contracts and page-rules alone'],
  ['platform/page-rules/src/address.ts', '@wholepage/federation/browser', 'below everything'],
  ['platform/shell-kit/src/deadline.ts', 'shared-ui/Button', 'name nothing of a site'],
  ['platform/composer/src/app.ts', '../../../mf-blog/src/render', 'never from sources'],
  ['api/src/app.ts', 'shared-ui/Button', 'never from sources'],
])('%s may not import %s', (file, imported, why) => {
  expect(lint(file, imported)).toContain(why);
});

it.each([
  ['mf-blog/src/pages/list/load.ts', '../../api/request'],
  ['mf-blog/src/standalone.tsx', '@wholepage/tooling/stage'],
  ['mf-products/src/content/content.test.ts', 'node:fs'],
  ['shared-ui/src/components/Tabs/Tabs.tsx', '@wholepage/contracts/page'],
  ['shared-ui/src/components/Form/fields.ts', 'api-wire/forms'],
  ['shell/browser/main.ts', '@wholepage/shell-kit/navigation/position'],
  ['platform/composer/src/app.ts', '@wholepage/releases/registry'],
])('%s may import %s', (file, imported) => {
  const said = lint(file, imported);
  expect(said).toContain('Checked 1 file');
  expect(said).not.toContain('noRestrictedImports');
});

describe('what only secure contexts have', () => {
  it.each([
    ['mf-blog/src/clip.ts', 'crypto.randomUUID()'],
    ['shell/browser/main.ts', 'window.crypto.subtle'],
    ['platform/shell-kit/src/deadline.ts', 'navigator?.locks'],
    ['shared-ui/src/lib/clip.ts', "cookieStore.get('bucket')"],
    ['office/src/client/clip.ts', 'navigator.clipboard?.readText()'],
  ])('%s may not use %s', (file, use) =>
    expect(lintText(file, `export const it = ${use};\n`)).toContain('Only secure contexts have this'),
  );

  it.each([
    ['mf-blog/src/clip.ts', 'crypto.getRandomValues(new Uint8Array(1))'],
    ['api/src/clip.ts', 'crypto.randomUUID()'],
    ['platform/staff-kit/src/copy-text.ts', 'navigator.clipboard'],
  ])('%s may use %s', (file, use) => {
    const said = lintText(file, `export const it = ${use};\n`);
    expect(said).toContain('Checked 1 file');
    expect(said).not.toContain('Only secure contexts');
  });
});
