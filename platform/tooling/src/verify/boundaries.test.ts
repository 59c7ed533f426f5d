import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../paths';

/** A file, what it may not import, and why. */
const REFUSED_IMPORTS = [
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
] as const;
const ALLOWED_IMPORTS = [
  ['mf-blog/src/pages/list/page.tsx', '../../api/answers'],
  ['mf-blog/src/standalone.tsx', '@wholepage/tooling/standalone'],
  ['mf-products/src/content/content.test.ts', 'node:fs'],
  ['shared-ui/src/components/Tabs/Tabs.tsx', '@wholepage/contracts/page'],
  ['shared-ui/src/components/Form/fields.ts', 'api-wire/forms'],
  ['shell/browser/main.ts', '@wholepage/shell-kit/navigation/arrive'],
  ['platform/composer/src/app.ts', '@wholepage/releases/registry'],
] as const;
/** A file, and what it may not use as only secure contexts have it. */
const REFUSED_USES = [
  ['mf-blog/src/clip.ts', 'crypto.randomUUID()'],
  ['shell/browser/main.ts', 'window.crypto.subtle'],
  ['platform/shell-kit/src/deadline.ts', 'navigator?.locks'],
  ['shared-ui/src/lib/clip.ts', "cookieStore.get('bucket')"],
  ['office/src/client/clip.ts', 'navigator.clipboard?.readText()'],
] as const;
const ALLOWED_USES = [
  ['mf-blog/src/clip.ts', 'crypto.getRandomValues(new Uint8Array(1))'],
  ['api/src/clip.ts', 'crypto.randomUUID()'],
  ['platform/staff-kit/src/copy-text.ts', 'navigator.clipboard'],
] as const;

const importing = (imported: string): string => `import { thing } from '${imported}';\n\nexport const it = thing;\n`;
const using = (use: string): string => `export const it = ${use};\n`;

/** Each case has a file of its own beside the one that it stands for: the lint starts once for all of them. */
const files = new Map<string, string>();
const written = (file: string, text: string): string => {
  const own = join(dirname(file), `${files.size}-${basename(file)}`);
  // What the lint refuses everywhere shows that it has looked.
  files.set(own, `${text}debugger;\n`);
  return own;
};
const imports = ([file, imported, why = '']: readonly [string, string, string?]) =>
  [file, imported, why, written(file, importing(imported))] as const;
const uses = ([file, use]: readonly [string, string]) => [file, use, written(file, using(use))] as const;

const refusedImports = REFUSED_IMPORTS.map(imports);
const allowedImports = ALLOWED_IMPORTS.map(imports);
const refusedUses = REFUSED_USES.map(uses);
const allowedUses = ALLOWED_USES.map(uses);

let said: string[];
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
  for (const file of ['biome.json', 'platform/tooling/lint'])
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const words = ['lint', '--reporter=github', '--max-diagnostics=none', ...files.keys()];
  const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules', '.bin', 'biome'), words, {
    cwd: folder,
    encoding: 'utf8',
  });
  said = (stdout + stderr).split('\n');
  rmSync(folder, { recursive: true });
});

/** What our lint says to a file of a repository that holds nothing else. */
const saidOf = (file: string): string => said.filter((line) => line.includes(`/${file},`)).join('\n');

it('every file is looked at', () => {
  expect([...files.keys()].filter((file) => !saidOf(file).includes('noDebugger'))).toEqual([]);
});

it.each(refusedImports)('%s may not import %s', (_file, _imported, why, own) => {
  expect(saidOf(own)).toContain(why);
});

it.each(allowedImports)('%s may import %s', (_file, _imported, _why, own) => {
  expect(saidOf(own)).not.toContain('noRestrictedImports');
});

describe('what only secure contexts have', () => {
  it.each(refusedUses)('%s may not use %s', (_file, _use, own) => {
    expect(saidOf(own)).toContain('Only secure contexts have this');
  });

  it.each(allowedUses)('%s may use %s', (_file, _use, own) => {
    expect(saidOf(own)).not.toContain('Only secure contexts');
  });
});
