import { execFile } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyWorkspace, type WorkspaceCopy } from '../testing/workspace-copy';
import { planRemote } from './new-remote';

/** The shortest and the longest name that an app can have. */
const NAMES = ['mf-x', `mf-${'abcdefghi-'.repeat(3)}klmnopq`] as const;
const PLANS = NAMES.map((name, index) =>
  planRemote([name, `/${name.slice(3)}`], String(3_905 + index), [], { remotePrefix: 'mf-' }),
);
const TIMEOUT_MS = 240_000;

const run = promisify(execFile);

let copy: WorkspaceCopy;
const inCopy = (...words: string[]) => run(process.execPath, words, { cwd: copy.root });

beforeAll(async () => {
  copy = await copyWorkspace('mf-products');
  const make = `import { writeRemote } from './platform/tooling/src/new-remote/new-remote.ts';
    for (const plan of ${JSON.stringify(PLANS)}) await writeRemote(plan);`;
  await inCopy('--import', 'tsx', '--input-type=module', '--eval', make);
  const known = join(copy.root, 'mf-products', 'node_modules');
  for (const name of NAMES)
    await cp(known, join(copy.root, name, 'node_modules'), { recursive: true, verbatimSymlinks: true });
}, TIMEOUT_MS);
afterAll(() => copy.remove());

it.each(PLANS)(
  '$name has the rooms of the others, and nothing left of what it was made from',
  async ({ name, port }) => {
    const folder = join(copy.root, name);
    expect(await readdir(folder)).toEqual(['README.md', 'node_modules', 'package.json', 'src', 'webpack.config.ts']);
    expect(await readFile(join(folder, 'webpack.config.ts'), 'utf8')).toContain(`remote('${name}', ${port})`);
    const { stdout } = await run('grep', [
      '-rciE',
      'template|3999',
      join(folder, 'src'),
      join(folder, 'README.md'),
    ]).catch((error: { stdout: string }) => error);
    expect(stdout.split('\n').filter((line) => line && !line.endsWith(':0'))).toEqual([]);
  },
);

it(
  'they pass their own tests',
  async () => {
    const { stderr } = await inCopy(join('node_modules', 'jest', 'bin', 'jest.js'), '--forceExit', ...NAMES);
    expect(stderr).toContain(`${2 * NAMES.length} passed, ${2 * NAMES.length} total`);
  },
  TIMEOUT_MS,
);

it(
  'they build as they were made',
  async () => {
    const { stdout } = await inCopy('--import', 'tsx', 'platform/tooling/src/cli.ts', 'build', ...NAMES);
    for (const name of NAMES) expect(stdout).toMatch(new RegExp(`${name}: built`));
    for (const { name, path, title } of PLANS) {
      const page = await readFile(join(copy.root, name, 'src', 'content', 'home.content.json'), 'utf8');
      expect(JSON.parse(page)).toMatchObject({ heading: title });
      const [version = ''] = await readdir(join(copy.root, name, 'dist'));
      const manifest = await readFile(join(copy.root, name, 'dist', version, 'release.json'), 'utf8').catch(() => '{}');
      expect([version, JSON.parse(manifest).routes?.[0]?.path]).toEqual([version, path]);
    }
  },
  TIMEOUT_MS,
);
