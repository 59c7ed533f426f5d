import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { releaseManifestSchema } from '@wholepage/contracts/release';
import { COMMANDS, COMMANDS_OF_SITES, runWholepage } from '../../commands';
import { remoteJsonSchema } from '../../external/read-external';
import { CHECKS } from '../../gate/run-gate';
import { siteScripts } from '../../new-site/new-site';
import { ROOT } from '../../paths';
import { type Block, blocksOf } from '../../testing/guide';
import { TAKES_ALL } from '../../testing/sample';
import { makeSourceFolder } from '../../testing/source-folder';
import { read, writtenFiles } from '../../testing/written-files';

describe('the documentation', () => {
  /** Pages for developers, without a site's texts and changelogs. */
  const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((page) => !/\/(content|template|templates)\/|CHANGELOG\.md$/.test(page) && existsSync(join(ROOT, page)));
  const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

  it.each(pages)('every link of %s leads to a file', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[\w-]*)?\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });

  it('every folder in the README is there', () => {
    const cells = [...read('README.md').matchAll(/^\| ((?:`[\w/-]+\/`,? ?)+) \|/gm)].map(([, cell = '']) => cell);
    const folders = cells.flatMap((cell) => cell.match(/[\w-]+(?:\/[\w-]+)*\//g) ?? []);
    expect(folders.length).toBeGreaterThan(20);
    expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
  });

  it('docs/sites.md lists each option of a site', () => {
    const [, definition = ''] = read('platform/contracts/src/site.ts').split('export interface SiteDefinition');
    const options = [...definition.matchAll(/^ {2}(\w+)\??[:(]/gm)].map(([, name]) => name);
    const [, page = ''] = read('docs/sites.md').split('| option | what |');
    const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(options.length).toBeGreaterThan(20);
    expect(listed.sort()).toEqual(options.sort());
  });

  it('docs/release.md says what each check of the gate holds, in its order', () => {
    const rows = [...read('docs/release.md').matchAll(/^\| `[\w-]+` \| .* \|$/gm)].map(([row]) => row);
    expect(rows).toEqual(CHECKS.map(({ name, holds }) => `| \`${name}\` | ${holds} |`));
  });

  describe('the ways through the code', () => {
    const [, ways = ''] = read('docs/architecture.md').split('## Five ways through the code');
    const tables = ways.split('\n### ').slice(1);

    it('are five', () => expect(tables).toHaveLength(5));

    it.each(tables.map((table) => [table.split('\n')[0], table] as const))(
      '%s has at most five files',
      (_name, table) => {
        const files = [...table.matchAll(/^\| \d \| `([^`]+)` \|/gm)].map(([, file = '']) => file);
        expect(files).toHaveLength(5);
        expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
      },
    );
  });
});

describe('decisions', () => {
  const FOLDER = join(ROOT, 'docs', 'decisions');
  const FILES = readdirSync(FOLDER).filter((file) => /^\d/.test(file));
  const LIST = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const PARTS = ['Context', 'Decision', 'Consequences'];

  it('lists each decision once, and no more than a reader can hold', () => {
    const listed = [...LIST.matchAll(/^- \d+\. \[.*\]\((\d{4}-[\w-]+\.md)\)/gm)].map(([, file = '']) => file);
    expect(listed.sort()).toEqual(FILES);
    expect(FILES.length).toBeLessThanOrEqual(25);
  });

  it.each(FILES)('%s has the three parts in order, in at most 60 lines', (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, part]) => part)).toEqual(PARTS);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });
});

describe('commands', () => {
  const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

  const markdown = (folder: string): string[] =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));

  const texts = ['', 'docs', 'docs/decisions', 'docs/runbook', 'docs/shop', 'deploy'].flatMap(markdown);
  const workflows = ['.github/workflows/check.yml', '.github/workflows/release.yml', '.gitlab-ci.yml'];

  /** Commands of the root. Those after `&&` run in a package's own folder and belong to its README. */
  const ROOT_COMMAND = /(?<!&& )npm run ([a-z][\w:-]*)/g;

  it.each([...texts, ...workflows])('every command of %s is there', (file) => {
    const named = [...read(file).matchAll(ROOT_COMMAND)].map(([, name = '']) => name);
    // The tutorial is followed in a new site.
    const known = file === 'docs/tutorial.md' ? siteScripts() : scripts;
    expect(named.filter((name) => !(name in known))).toEqual([]);
  });

  it('every test and every step that a text runs is there', () => {
    const tests = writtenFiles(/\.test\.(tsx?|mjs)$/, /^$/);
    const steps = [...read('platform/tooling/src/verify/verify.ts').matchAll(/name: '(\w+)'/g)].map(([, name]) => name);
    const missing = writtenFiles(/\.md$/, /CHANGELOG|\/templates?\//).flatMap((file) => {
      const text = read(file);
      const parts = [...text.matchAll(/npx jest (?:-c \S+ )?([a-z][\w/.-]*)/g)].map(([, part = '']) => part);
      const words = [...text.matchAll(/npm test -- (?!-)([^`#&\n]+)/g)].flatMap(([, more = '']) =>
        more.trim().split(/ +/),
      );
      return [
        ...parts.filter((part) => part !== 'mf-fittings' && !tests.some((test) => test.includes(part))),
        ...words.filter((word) => ![...steps, 'changed'].includes(word)),
      ].map((found) => `${file}: ${found}`);
    });
    expect(missing).toEqual([]);
  });

  it('every command of the platform that a text or a message names is there', () => {
    const missing = writtenFiles(/\.(tsx?|mjs|md|ya?ml|json)$/, /CHANGELOG|pnpm-lock/).flatMap((file) =>
      [...read(file).matchAll(/npm run wholepage -- ([a-z]+(?: (?:remote|site|image|files))?)/g)].flatMap(
        ([, name = '']) =>
          COMMANDS.includes(name) || COMMANDS.includes(name.split(' ')[0] ?? '') ? [] : [`${file}: ${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });

  /** Text of a file of the packed platform without its comment lines. */
  const said = (file: string): string =>
    read(file)
      .split('\n')
      .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
      .join('\n');

  const files = writtenFiles(
    /^platform\/.*\/(src|cli|templates|template)\/.*\.(tsx?|mjs|md|ya?ml)$|templates\/.*\/\.ci\//,
    /\.test\.|testing\/|tooling\/src\/(cluster|verify|diagrams|shots)\/|with-staff-tables/,
  );

  it('a page of docs/ that a message or a template names is said to be the platform’s: a new site has none', () => {
    const strange = files.flatMap((file) =>
      [...said(file).matchAll(/docs\/[\w/-]+\.md.{0,20}/g)].flatMap(([named]) =>
        /^\S+ of the platform\b/.test(named) ? [] : [`${file}: ${named}`],
      ),
    );
    expect(strange).toEqual([]);
  });

  it('every command that a message of the platform names is there in a new site', () => {
    // Each remote has its own script `standalone`.
    const own = [...Object.keys(siteScripts()), 'standalone'];
    expect(files.length).toBeGreaterThan(300);
    const missing = files.flatMap((file) =>
      [
        ...said(file).matchAll(/npm run (wholepage -- )?([a-z][a-z-]*(?: (?:remote|site|image|files))?)(.{0,40})/g),
      ].flatMap(([whole, platform, name = '', more = '']) => {
        const first = name.split(' ')[0] ?? '';
        const isThere = platform
          ? COMMANDS_OF_SITES.includes(name) || COMMANDS_OF_SITES.includes(first)
          : own.includes(first);
        return isThere || more.includes("in the platform's repository") ? [] : [`${file}: ${whole}`];
      }),
    );
    expect(missing).toEqual([]);
  });

  it('docs/commands.md shows what npm run wholepage prints', async () => {
    let printed = '';
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += text;
      return true;
    });
    await runWholepage([]);
    write.mockRestore();
    expect(printed).toContain('release');
    const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    const [, commands = ''] = printed.split(/^(?=Build and run:)/m);
    expect(oneLine(read('docs/commands.md'))).toContain(oneLine(commands));
  });
});

describe('paths', () => {
  /** Texts for visitors and lists of changes. Pages on repositories of others and templates name files that are made there. */
  const EXEMPT =
    /^api\/(content|migrations)\/|\/content\/|\/templates?\/|CHANGELOG\.md$|^docs\/(bring-your-own-bundler|tutorial)\.md$/;

  /** Examples of a page or a comment. */
  const EXAMPLES = new Set([
    'src/pages/authors/page.tsx',
    'src/pages/List.tsx',
    'news/src/pages/List.tsx',
    'node/render.mjs',
    'src/x.ts',
  ]);

  /** `src/pages/list/page.tsx`, `run-gate.ts`, `docs/release.md`; no pattern, no address, no package. */
  const PATH =
    /(?<![\w/.:@{}*$<>[-])(?:\.{1,2}\/)*((?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*\.(?:tsx?|mjs|cjs|md))(?![\w{}*/$<-]|\.\w)/g;

  /** Files that a build makes. */
  const BUILT = /(?:^|\/)dist\/|\.d\.ts$/;

  /** Every end of the paths of files: from the bare name to the whole path. */
  function endsOf(files: readonly string[]): ReadonlySet<string> {
    const ends = new Set<string>();
    for (const file of files) {
      const parts = file.split('/');
      for (let first = 0; first < parts.length; first += 1) ends.add(parts.slice(first).join('/'));
    }
    return ends;
  }

  /** A page, or the comments of a source that have lines of their own. */
  const proseOf = (file: string, text: string): string =>
    file.endsWith('.md') ? text : [...text.matchAll(/^\s*(?:\{?\/\*[\s\S]*?\*\/|(?:\/\/|#|--).*$)/gm)].join('\n');

  /** Paths that a page, or the comments of a source, name and that do not exist. A path may lack its first folders. */
  const missingPaths = (file: string, text: string, ends: ReadonlySet<string>): string[] =>
    [...proseOf(file, text).matchAll(PATH)]
      .map(([, path = '']) => path)
      .filter((path) => (path.includes('/') || !path.endsWith('.md')) && !BUILT.test(path) && !ends.has(path));

  const ends = new Set([...endsOf(writtenFiles(/./, /^$/)), ...EXAMPLES]);

  it('names no file that does not exist', () => {
    const files = writtenFiles(/\.(tsx?|mjs|cjs|js|css|md|ya?ml|conf|lua|sql)$/, EXEMPT);
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap((file) => missingPaths(file, read(file), ends).map((found) => `${file}:${found}`))).toEqual(
      [],
    );
  });

  const some = endsOf(['platform/releases/src/registry.ts', 'docs/release.md']);

  it.each([
    ['a page', 'page.md', 'See `releases/src/gone.ts`.'],
    ['a command of a page', 'page.md', '```sh\nnode platform/gone.mjs\n```'],
    ['a comment', 'a.ts', '/** As `gone.tsx` does. */'],
    ['a link', 'page.md', '[release](docs/gone.md)'],
  ])('finds a missing file in %s', (_place, file, text) => {
    expect(missingPaths(file, text, some)).toEqual([expect.stringContaining('gone')]);
  });

  it.each([
    ['a whole path', 'page.md', '`platform/releases/src/registry.ts`'],
    ['a path without its first folders', 'a.ts', '// See `src/registry.ts` and docs/release.md.'],
    ['a relative link', 'page.md', '[release](../docs/release.md)'],
    ['a pattern', 'page.md', '`src/**/gone.ts`, `{remote}/gone.ts`, `gone.test.ts*`'],
    ['what a build makes', 'page.md', '`dist/server.mjs`, `live.d.ts`'],
    ['an address', 'page.md', 'https://example.com/gone.md'],
    ['code', 'a.ts', "import './gone.ts';"],
  ])('accepts %s', (_what, file, text) => {
    expect(missingPaths(file, text, some)).toEqual([]);
  });
});

describe('blocks of code', () => {
  /*
   * Code that the documentation shows is code that works. A block either
   * - is written and run by a test of its page, or
   * - is an excerpt: its first line, a comment, names the file, and a line `…` stands for what is left out, or
   * - is compiled as a module of its own, or parsed, or is a command that exists with its options.
   */

  /** Pages whose blocks a test writes to files, builds and runs. */
  const RUN = new Map([
    ['docs/tutorial.md', 'platform/tooling/src/new-site/new-site.all.test.ts'],
    ['docs/bring-your-own-bundler.md', 'e2e/tests/external-remotes.test.ts'],
  ]);

  interface Shown extends Block {
    page: string;
  }

  // The examples of packages' READMEs are compiled as packed: pack-platform.all.test.ts.
  const pages = writtenFiles(
    /^(docs|deploy|examples|bench|e2e)\/.*\.md$|^[A-Z]+\.md$/,
    /\/(content|template|templates)\//,
  );
  const shown: Shown[] = pages.flatMap((page) => blocksOf(read(page)).map((block) => ({ ...block, page })));
  const of = (...languages: string[]): Shown[] => shown.filter(({ language }) => languages.includes(language));
  const placeOf = ({ page, line }: Shown): string => `${page}:${line}`;

  const CODE = ['ts', 'tsx', 'js'];
  const FILE_NAMED = /^(?:\/\/|\/\*|#|<!--) ((?:[\w@.-]+\/)+[\w.-]+\.\w+)(?: \*\/| -->)?\n/;
  const excerptFileOf = ({ code }: Block): string | undefined => FILE_NAMED.exec(code)?.[1];
  const isRun = ({ page, file }: Shown): boolean => RUN.has(page) && file !== undefined;

  it('every block has a language that a test knows, or none because it is no code', () => {
    const known = [...CODE, 'sh', 'json', 'css', 'sql', 'yaml', ''];
    expect(shown.length).toBeGreaterThan(60);
    expect(shown.filter(({ language }) => !known.includes(language)).map(placeOf)).toEqual([]);
  });

  it('pages whose blocks are run have a test that reads them', () => {
    const readers = [...RUN.values()].map((test) => [test, existsSync(join(ROOT, test))]);
    expect(readers.filter(([, isThere]) => !isThere)).toEqual([]);
  });

  const dedented = (text: string): string[] => {
    const lines = text.trimEnd().split('\n');
    const indent = Math.min(...lines.filter(Boolean).map((line) => line.search(/\S/)));
    return lines.map((line) => line.slice(indent));
  };

  /** @returns the first part of an excerpt that the file lacks; undefined when it has all */
  function missingIn(excerpt: string, text: string): string | undefined {
    const lines = text.split('\n');
    let from = 0;
    for (const part of excerpt.split(/^ *…\n/m).filter((one) => one.trim())) {
      const wanted = dedented(part);
      const isAt = (at: number) =>
        dedented(lines.slice(at, at + wanted.length).join('\n')).join('\n') === wanted.join('\n').trimEnd();
      const found = lines.findIndex((_line, at) => at >= from && isAt(at));
      if (found < 0) return wanted.join('\n');
      from = found + wanted.length;
    }
    return undefined;
  }

  it('excerpts are what their files say', () => {
    const faults = of(...CODE, 'css', 'json', 'yaml').flatMap((block) => {
      const file = excerptFileOf(block);
      if (!file || isRun(block)) return [];
      if (!existsSync(join(ROOT, file))) return [`${placeOf(block)}: there is no ${file}`];
      const missing = missingIn(block.code.slice(block.code.indexOf('\n') + 1), read(file));
      return missing === undefined ? [] : [`${placeOf(block)}: ${file} does not say\n${missing}`];
    });
    expect(faults).toEqual([]);
  });

  if (TAKES_ALL)
    describe('code that is no excerpt', () => {
      const folder = makeSourceFolder();
      afterAll(() => rmSync(folder, { recursive: true }));

      /** Source files of the platform's modules, by exported name. */
      const paths = (): Record<string, string[]> => {
        const found: Record<string, string[]> = {};
        for (const room of readdirSync(join(ROOT, 'platform'))) {
          const description = join('platform', room, 'package.json');
          if (!existsSync(join(ROOT, description))) continue;
          const { name, exports = {} } = JSON.parse(read(description)) as {
            name: string;
            exports?: Record<string, unknown>;
          };
          for (const [path, target] of Object.entries(exports))
            if (typeof target === 'string') found[join(name, path)] = [join(ROOT, 'platform', room, target)];
        }
        return found;
      };

      it('fits the types of the packages', () => {
        const own = of(...CODE).filter((block) => !isRun(block) && excerptFileOf(block) === undefined);
        expect(own.length).toBeGreaterThan(4);
        const names = new Map(own.map((block, index) => [`block-${index}.tsx`, block]));
        for (const [name, { code }] of names) writeFileSync(join(folder, name), `${code}export {};\n`);
        const checkout = join(ROOT, 'examples', 'tractor-store', 'checkout', 'node_modules');
        const compilerOptions = {
          allowJs: true,
          paths: {
            ...paths(),
            valibot: [join(checkout, 'valibot')],
            react: [join(ROOT, 'node_modules', '@types', 'react')],
          },
        };
        writeFileSync(
          join(folder, 'tsconfig.json'),
          JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, include: ['*.tsx'] }),
        );
        const tsc = join(dirname(createRequire(__filename).resolve('typescript/package.json')), 'bin', 'tsc');
        let said = '';
        try {
          execFileSync(process.execPath, [tsc, '--pretty', 'false', '-p', folder], { cwd: folder, encoding: 'utf8' });
        } catch (error) {
          said = (error as { stdout: string }).stdout;
        }
        const inPages = said.replace(/^(block-\d+\.tsx)\((\d+),/gm, (_whole, name: string, line: string) => {
          const block = names.get(name);
          return `${block?.page}:${(block?.line ?? 0) + Number(line) - 1} (`;
        });
        expect(inPages).toBe('');
      });
    });

  it('JSON is what the schemas take', () => {
    const DIGEST = `sha384-${'a'.repeat(64)}`;
    const faults = of('json').flatMap((block) => {
      const value = JSON.parse(block.code.replaceAll('sha384-…', DIGEST)) as Record<string, unknown>;
      const schema = 'builtAt' in value ? releaseManifestSchema : 'form' in value ? remoteJsonSchema : undefined;
      const parsed = schema?.safeParse(value);
      if (parsed?.success) return [];
      return [`${placeOf(block)}: ${parsed ? parsed.error.message : 'no schema is known for it'}`];
    });
    expect(faults).toEqual([]);
  });

  const scripts = {
    ...(JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts,
    ...siteScripts(),
  };

  /** Output of `npm run wholepage -- COMMAND --help`. */
  async function helpOf(command: string): Promise<string> {
    let help = '';
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      help += text;
      return true;
    });
    await runWholepage([...command.split(' '), '--help']);
    write.mockRestore();
    return help;
  }

  /** @returns the fault of a command of the platform as a clause; undefined for none */
  async function faultOf(words: string): Promise<string | undefined> {
    const [first = '', second = ''] = words.trim().split(/\s+/);
    const command = [`${first} ${second}`, first].find((name) => COMMANDS.includes(name));
    if (!command) return `there is no command ${first}`;
    // The console has its own command line.
    if (command === 'console') return undefined;
    const help = await helpOf(command);
    const options = [...words.replaceAll(/"[^"]*"/g, '""').matchAll(/ (--[a-z-]+)/g)].map(([, name = '']) => name);
    const unknown = options.find((option) => !help.includes(`${option} `) && !help.includes(`${option}\n`));
    return unknown && `${command} has no option ${unknown}`;
  }

  it('commands exist, with their options', async () => {
    const faults: string[] = [];
    let count = 0;
    for (const block of of('sh')) {
      for (const [at, line] of block.code.trim().split('\n').entries()) {
        for (const part of line.replace(/ +#.*$/, '').split(' && ')) {
          const [, prefix, script = '', rest = ''] =
            /^(?:[A-Z_]+=\S+ )*npm (?:run )?(?:--prefix (\S+) )?([a-z][\w:-]*)(?: -- | )?(.*)$/.exec(part) ?? [];
          if (!script || /^npm (create|init|install|pkg)/.test(part)) continue;
          count += 1;
          const own = prefix
            ? (JSON.parse(read(join(prefix, 'package.json'))) as { scripts: Record<string, string> }).scripts
            : scripts;
          const words = script === 'wholepage' ? rest : `${script} ${rest.replace('-- ', '')}`;
          const isCommand = script === 'wholepage' || (!prefix && COMMANDS.includes(script));
          const fault = script in own ? isCommand && (await faultOf(words)) : `there is no script ${script}`;
          if (fault) faults.push(`${block.page}:${block.line + at}: ${part}: ${fault}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(50);
  });
});
