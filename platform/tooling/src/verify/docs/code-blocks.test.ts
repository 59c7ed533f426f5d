import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { releaseManifestSchema } from '@wholepage/contracts/release';
import { COMMANDS, runWholepage } from '../../commands';
import { remoteJsonSchema } from '../../external/read-external';
import { siteScripts } from '../../new-site/new-site';
import { ROOT } from '../../paths';
import { type Block, blocksOf } from '../../testing/guide';
import { TAKES_ALL } from '../../testing/sample';
import { makeSourceFolder } from '../../testing/source-folder';
import { read, writtenFiles } from '../../testing/written-files';

/*
 * Code that the documentation shows is code that works. A block either
 * - is written and run by a test of its page, or
 * - is an excerpt: its first line, a comment, names the file, and a line `…` stands for what is left out, or
 * - is compiled as a module of its own, or parsed, or is a command that exists with its options.
 */

/** Pages whose blocks a test writes to files, builds and runs. */
const RUN = new Map([
  ['docs/tutorial.md', 'platform/tooling/src/new-site/tutorial.all.test.ts'],
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

/** @returns what of an excerpt the file lacks */
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

    /** Every module of the platform, as its package exports it. */
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

/** What `npm run wholepage -- COMMAND --help` prints. */
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

/** @returns what is wrong with a command of the platform, as a clause */
async function faultOf(words: string): Promise<string | undefined> {
  const [first = '', second = ''] = words.trim().split(/\s+/);
  const command = [`${first} ${second}`, first].find((name) => COMMANDS.includes(name));
  if (!command) return `there is no command ${first}`;
  // It has a command line of its own.
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
