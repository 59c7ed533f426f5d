import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type ReleaseManifest, releaseManifestSchema } from '@wholepage/contracts/release';
import { integrityOf } from '@wholepage/releases/manifest';
import { pageWeights } from '../gate/checks/files';
import { ROOT } from '../paths';
import { sizesByRoom } from './size';
import { noteRetries, retriedTests } from './steps';

describe('boundaries', () => {
  /** File, forbidden import, and reason. */
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
    [
      'platform/federation/src/share-scope.ts',
      '@wholepage/shell-kit/navigation/links',
      'contracts and page-rules alone',
    ],
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
  /** File, and a forbidden API that exists only in secure contexts. */
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

  /** Files of all cases, each beside the file that it stands for, so that the lint runs once for all. */
  const files = new Map<string, string>();
  const written = (file: string, text: string): string => {
    const own = join(dirname(file), `${files.size}-${basename(file)}`);
    // The lint refuses `debugger` everywhere, which shows that it has read the file.
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
  /** What `npm run dev` writes for the editor. */
  const ofCommands = 'types/live-remotes.d.ts';

  let said: string[];
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'boundaries-'));
    for (const file of ['biome.json', 'platform/tooling/lint'])
      cpSync(join(ROOT, file), join(folder, file), { recursive: true });
    for (const [file, text] of [...files, [ofCommands, 'debugger;\n'] as const]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    const words = ['lint', '--reporter=github', '--max-diagnostics=none', ...files.keys(), ofCommands];
    const { stdout, stderr } = spawnSync(join(ROOT, 'node_modules', '.bin', 'biome'), words, {
      cwd: folder,
      encoding: 'utf8',
    });
    said = (stdout + stderr).split('\n');
    rmSync(folder, { recursive: true });
  });

  /** Messages of the lint for a file. */
  const saidOf = (file: string): string => said.filter((line) => line.includes(`/${file},`)).join('\n');

  it('every file is looked at', () => {
    expect([...files.keys()].filter((file) => !saidOf(file).includes('noDebugger'))).toEqual([]);
  });

  it('what a command writes is no source', () => {
    expect(saidOf(ofCommands)).toBe('');
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
});

describe('weight of pages', () => {
  const route = (path: string, change: object = {}) => ({ path, js: ['page.js'], css: ['page.css'], ...change });

  /** Makes a release whose files have these sizes in bytes after brotli. */
  const release = (app: string, js: string[], css: string[], brotli: Record<string, number>): ReleaseManifest =>
    releaseManifestSchema.parse({
      app,
      version: '1.0.0',
      contract: 4,
      builtAt: '',
      routes: [route('/blog')],
      entry: { browser: js[0], node: 'node/render.mjs', js, css },
      files: Object.fromEntries(
        Object.entries(brotli).map(([name, bytes]) => [
          name,
          { integrity: integrityOf(Buffer.from(name)), bytes: bytes * 3, brotli: bytes },
        ]),
      ),
    });

  test('a page weighs what the shell, its remote and itself bring, each file once, as it travels', () => {
    const shell = release('shell', ['main.js', 'react.js'], ['main.css'], {
      'main.js': 5_000,
      'react.js': 58_000,
      'main.css': 9_000,
      'later.js': 7_000,
    });
    const blog = release('mf-blog', ['remoteEntry.js', 'page.js'], [], {
      'remoteEntry.js': 4_000,
      'page.js': 6_000,
      'page.css': 3_000,
    });
    const [page] = blog.routes;
    if (!page) throw new Error('The blog has a route.');
    const budgets = { scripts: () => 80_000, styles: 12_000, fonts: 0 };
    expect(pageWeights(budgets, shell, blog, page)).toEqual([
      { what: 'Scripts', bytes: 73_000, budget: 80_000 },
      { what: 'Styles', bytes: 12_000, budget: 12_000 },
    ]);
  });
});

describe('retried tests', () => {
  let file: string;
  beforeEach(async () => {
    file = join(await mkdtemp(join(tmpdir(), 'retries-')), 'cache', 'retried.json');
  });

  test('only a test that held at its second try was retried', () => {
    const tests = [
      { fullName: 'at once', status: 'passed', invocations: 1 },
      { fullName: 'at second', status: 'passed', invocations: 2 },
      { fullName: 'never', status: 'failed', invocations: 2 },
    ];
    expect(retriedTests(tests)).toEqual(['at second']);
  });

  test('the second retry in ten runs fails the run, and is named', async () => {
    expect(await noteRetries(file, ['pays'])).toEqual([]);
    for (let run = 0; run < 8; run++) expect(await noteRetries(file, [])).toEqual([]);
    expect(await noteRetries(file, ['pays', 'reads'])).toEqual(['pays']);
  });

  test('a retry of eleven runs ago is forgotten', async () => {
    await noteRetries(file, ['pays']);
    for (let run = 0; run < 9; run++) await noteRetries(file, []);
    expect(await noteRetries(file, ['pays'])).toEqual([]);
  });

  test('a damaged history counts as none', async () => {
    await noteRetries(file, ['pays']);
    await writeFile(file, '{"half');
    expect(await noteRetries(file, ['pays'])).toEqual([]);
  });
});

describe('settings', () => {
  const FOLDERS = [
    'platform/composer/src',
    'site',
    'api/src',
    'payment-sandbox/src',
    'platform/releases/src',
    'platform/tooling/src',
    'shared-ui/gallery',
    'platform/sign-in/src',
    'platform/staff-kit/src',
    'platform/console/src',
    'office/src',
  ];
  /** Variables of commands, the machine, npm, pipelines, glibc, S3's SDK; two of `npm run dev`, one of the federation plugin. */
  const NOT_OURS = new Set([
    ...['SITE_APPLIED', 'PATH', 'INIT_CWD', 'GITLAB_CI', 'DEV_SERVERS', 'CLASS_DIGESTS', 'FEDERATION_WEBPACK_PATH'],
    ...['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ...['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'],
  ]);

  /** Reads of settings: `env.PORT`, `env['PORT']`, arguments, `variable` or `originVariable` of a definition, and schema keys. */
  const READ =
    /\benv(?:\.|\[')([A-Z][A-Z0-9_]+)|\(env, '([A-Z0-9_]+)'|[vV]ariable: '([A-Z0-9_]+)'|^ {2}([A-Z][A-Z0-9_]+): /gm;

  /** Limit on the number of settings. A value that nobody has a reason to change is a constant with its reason. */
  const MOST = 80;

  const sources = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter(
        (entry) =>
          entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name) && !/node_modules|testing/.test(entry.parentPath),
      )
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .filter((text) => /\benv\b|environmentSchema|z\.object\(|[vV]ariable: '/.test(text));

  const names = (texts: string[], pattern: RegExp): string[] =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match.slice(1).find(Boolean) ?? ''));

  test('docs/settings.md lists what the code reads, and nothing else', () => {
    const page = readFileSync(join(ROOT, 'docs', 'settings.md'), 'utf8');
    const listed = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|')[1] ?? '');
    const documented = new Set(names(listed, /`([A-Z0-9_]+)`/g));
    const read = new Set(names(FOLDERS.flatMap(sources), READ).filter((name) => !NOT_OURS.has(name)));
    expect([...documented].sort()).toEqual([...read].sort());
    expect(documented.size).toBeLessThanOrEqual(MOST);
  });
});

describe('names of the site', () => {
  /** Names, texts and types of this repository's own site. */
  const OF_THE_SITE =
    /\bmf-(?!manifest|stats|types)|course|enquir|company|payment|\bblog|\bnool\b|razorpay|emailjs|shared-ui/i;

  /** Permitted phrases with the words above: a browser feature, and payment providers in general. */
  const NOT_OF_THE_SITE = /payment=\(self\)|payment provider/g;

  /** Exempt files: tests may name fixtures freely, and the site's benches need public subpaths in `package.json`. */
  const EXEMPT = /\.test\.tsx?$|\/test\/|\/testing\/|CHANGELOG\.md$|^platform\/tooling\/package\.json$/;

  const files = execFileSync('git', ['ls-files', '-z', 'platform'], { cwd: ROOT })
    .toString()
    .split('\0')
    .filter((file) => /\.(tsx?|mjs|cjs|css|md|json)$/.test(file) && !EXEMPT.test(file));

  test('the platform names nothing of the site', () => {
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .replace(NOT_OF_THE_SITE, '')
        .split('\n')
        .flatMap((line, index) =>
          OF_THE_SITE.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 100)}`] : [],
        ),
    );
    expect(found).toEqual([]);
  });
});

describe('size', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sizes-'));
    execFileSync('git', ['init', '-q'], { cwd: root });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };

  test('counts lines and files by room, and small files that one file imports; tests and examples stand apart', () => {
    write('shop/cart.ts', "import { sum } from './sum';\nimport { big } from './big';\n");
    write('shop/sum.ts', 'export const sum = 1;\n');
    write('shop/big.ts', 'export const big = 1;\n'.repeat(60));
    write('shop/sum.test.ts', "import { sum } from './sum';\n");
    write('examples/one.ts', 'export {};\n');
    write('platform/kit/src/a.ts', "export { sum } from '../../../shop/cart';\n");
    execFileSync('git', ['add', '-A'], { cwd: root });
    expect([...sizesByRoom(root)]).toEqual([
      ['platform/kit', { lines: 1, files: 1, scraps: [] }],
      ['shop', { lines: 63, files: 3, scraps: ['shop/cart.ts', 'shop/sum.ts'] }],
    ]);
  });
});
