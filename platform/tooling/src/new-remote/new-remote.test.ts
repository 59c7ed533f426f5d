import { execFile } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyWorkspace, type WorkspaceCopy } from '../testing/workspace-copy';

const PLAN = { name: 'mf-careers', path: '/careers', port: 3005, title: 'Careers' };
const TIMEOUT_MS = 90_000;

const run = promisify(execFile);

let copy: WorkspaceCopy;
const inCopy = (...words: string[]) => run(process.execPath, words, { cwd: copy.root });

beforeAll(async () => {
  copy = await copyWorkspace('mf-products');
  const make = `import { writeRemote } from './platform/tooling/src/new-remote/write-remote.ts'; await writeRemote(${JSON.stringify(PLAN)});`;
  await inCopy('--import', 'tsx', '--input-type=module', '--eval', make);
  const packages = ['mf-products', PLAN.name].map((name) => join(copy.root, name, 'node_modules'));
  const [known = '', own = ''] = packages;
  await cp(known, own, { recursive: true, verbatimSymlinks: true });
}, TIMEOUT_MS);
afterAll(() => copy.remove());

it('has the rooms of the others, and nothing left of what it was made from', async () => {
  const folder = join(copy.root, PLAN.name);
  expect(await readdir(folder)).toEqual(['README.md', 'node_modules', 'package.json', 'src', 'webpack.config.ts']);
  expect(await readFile(join(folder, 'webpack.config.ts'), 'utf8')).toContain("remote('mf-careers', 3005)");
  const { stdout } = await run('grep', [
    '-rciE',
    'template|3999',
    join(folder, 'src'),
    join(folder, 'README.md'),
  ]).catch((error: { stdout: string }) => error);
  expect(stdout.split('\n').filter((line) => line && !line.endsWith(':0'))).toEqual([]);
});

it(
  'passes its own test',
  async () => {
    const { stderr } = await inCopy(join('node_modules', 'jest', 'bin', 'jest.js'), '--forceExit', PLAN.name);
    expect(stderr).toMatch(/Tests: +2 passed, 2 total/);
  },
  TIMEOUT_MS,
);
