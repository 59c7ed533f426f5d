import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { satisfies } from 'semver';
import { parse } from 'yaml';
import { packageDir, ROOT } from '../paths';
import { TAKES_ALL } from '../testing/sample';
import { HISTORIES } from '../verify/steps';

const WORKFLOWS = join(ROOT, '.github', 'workflows');
const files = readdirSync(WORKFLOWS);
const read = (name: string): string => readFileSync(join(WORKFLOWS, name), 'utf8');

const PROGRAM = join(packageDir('tooling'), 'src', 'deploy', 'testing', 'workflow-faults.ts');

const faultsOf = (paths: readonly string[]): string[] =>
  JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', PROGRAM, ...paths], { cwd: ROOT, encoding: 'utf8' }));

if (TAKES_ALL)
  it("GitHub's own parser has nothing against the workflows, and something against a slip of the pen", () => {
    expect(faultsOf(files.map((name) => join(WORKFLOWS, name)))).toEqual([]);
    const slip = join(mkdtempSync(join(tmpdir(), 'workflow-')), 'slip.yml');
    writeFileSync(slip, read('check.yml').replace('runs-on:', 'runs-in:'));
    expect(faultsOf([slip])).not.toEqual([]);
  }, 30_000);

type Jobs = Record<string, { steps: { run?: string; uses?: string; with?: Record<string, string> }[] }>;
const githubJobs: Jobs = Object.assign({}, ...files.map((name) => (parse(read(name)) as { jobs: Jobs }).jobs));
const gitlab = parse(readFileSync(join(ROOT, '.gitlab-ci.yml'), 'utf8')) as Record<
  string,
  { script?: string[]; cache?: { paths: string[] } }
>;

const TEMPLATE = join(packageDir('tooling'), 'templates', 'repository');
const SAME = [
  '.ci/verify',
  '.ci/preview',
  '.dockerignore',
  '.github/workflows/preview.yml',
  '.github/workflows/release.yml',
];

it.each(SAME)('%s is what a new repository gets', (file) => {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { packageManager: string };
  const template = readFileSync(join(TEMPLATE, file), 'utf8').replaceAll('{packageManager}', packageManager);
  const own = readFileSync(join(ROOT, file), 'utf8');
  expect(own).toBe(template);
  // Commands get only the variables that a workflow names. Without the private store, source maps would be lost with the runner.
  if (own.includes('vars.RELEASE_STORE')) expect(own).toMatch(/ PRIVATE_STORE_URL: .+ vars.PRIVATE_STORE_URL /);
  // Without the back ends of remotes the gate sees their pages as they are while those are down.
  if (own.includes('vars.API_ORIGIN ')) expect(own).toMatch(/ API_ORIGINS: .+ vars.API_ORIGINS /);
});

if (TAKES_ALL)
  it("GitHub's own parser and GitLab's rules have nothing against what a new repository gets", () => {
    const folder = join(TEMPLATE, '.github', 'workflows');
    expect(faultsOf(readdirSync(folder).map((name) => join(folder, name)))).toEqual([]);
    const jobs: Jobs = Object.assign(
      {},
      ...readdirSync(folder).map((name) => parse(readFileSync(join(folder, name), 'utf8')).jobs),
    );
    const own = parse(readFileSync(join(TEMPLATE, '.gitlab-ci.yml'), 'utf8')) as typeof gitlab;
    expect(commandsOfGitlab(own)).toEqual(commandsOfGithub(jobs));
  }, 30_000);

// The cache needs pnpm, which is installed later: https://github.com/actions/setup-node/issues/1357
it.each(['', 'platform/tooling/templates/repository/'])('Node is set up without pnpm’s cache in %s.github', (at) => {
  const folder = join(ROOT, at, '.github', 'workflows');
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const setups = texts.flatMap((text) => text.match(/actions\/setup-node@.+\n.*/g) ?? []);
  expect(setups.length).toBeGreaterThan(0);
  for (const setup of setups) expect(setup).toContain('package-manager-cache: false');
});

/** Program and first argument of a command. The variables after them have other names on each host. */
const commandOf = (line: string): string => /(?:\.ci\/\w+|npm run \w+)/.exec(line)?.[0] ?? line;

const commandsOfGithub = (jobs: Jobs) =>
  Object.fromEntries(
    Object.entries(jobs).map(([job, { steps }]) => [job, steps.flatMap(({ run }) => (run ? [commandOf(run)] : []))]),
  );
const commandsOfGitlab = (jobs: typeof gitlab) =>
  Object.fromEntries(
    Object.entries(jobs).flatMap(([job, { script }]) => (script ? [[job, script.map(commandOf)] as const] : [])),
  );

it('GitHub and GitLab run the same jobs with the same commands', () => {
  expect(commandsOfGitlab(gitlab)).toEqual(commandsOfGithub(githubJobs));
});

it('each workflow that tests keeps the history of retried tests, and its own', () => {
  const caches = ['check.yml', 'night.yml'].map((name) => {
    const [job] = Object.values((parse(read(name)) as { jobs: Jobs }).jobs);
    return job?.steps.find(({ uses }) => uses?.startsWith('actions/cache@'))?.with;
  });
  const paths = ['check', 'night']
    .map((job) => gitlab[job]?.cache?.paths)
    .concat(caches.map((cache) => [cache?.['path'] ?? '']));
  for (const kept of paths) expect(kept).toEqual([relative(ROOT, HISTORIES)]);
  const [ofCheck, ofNight] = caches.map((cache) => cache?.['restore-keys'] ?? '');
  expect(ofNight).not.toMatch(new RegExp(`^${ofCheck}`));
});

it.each(['run', 'night', 'cluster', 'verify', 'preview', 'release'])('.ci/%s can be run', (name) => {
  expect(statSync(join(ROOT, '.ci', name)).mode & 0o111).toBe(0o111);
});

it('.ci/verify says what to do in a clone that lacks the commit from which the change starts', () => {
  const repository = mkdtempSync(join(tmpdir(), 'shallow-'));
  cpSync(join(ROOT, '.ci', 'verify'), join(repository, '.ci', 'verify'));
  execFileSync('git', ['init', '-q'], { cwd: repository });
  const { status, stderr } = spawnSync(join(repository, '.ci', 'verify'), ['origin/main'], { encoding: 'utf8' });
  expect(stderr).toBe(
    'git finds no way from origin/main to HEAD: name a commit that is here, of a clone with all history.\n',
  );
  expect(status).toBe(1);
  rmSync(repository, { recursive: true });
});

it('.ci/verify holds an app against the site of which any file was touched, in a site within a repository, too', () => {
  const repository = mkdtempSync(join(tmpdir(), 'touched-'));
  const site = join(repository, 'web');
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...words], { cwd: repository });
  for (const folder of ['.ci', 'bin', 'home']) mkdirSync(join(site, folder), { recursive: true });
  cpSync(join(ROOT, '.ci', 'verify'), join(site, '.ci', 'verify'));
  for (const name of ['npx', 'npm'])
    writeFileSync(join(site, 'bin', name), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 });
  writeFileSync(join(site, 'home', 'webpack.config.ts'), '');
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'before');
  writeFileSync(join(site, 'home', 'Öl.md'), '');
  git('add', '.');
  git('commit', '-q', '-m', 'after');
  const PATH = `${join(site, 'bin')}:${process.env['PATH']}`;
  const said = execFileSync(join(site, '.ci', 'verify'), ['HEAD~1'], {
    env: { ...process.env, PATH },
    encoding: 'utf8',
  });
  expect(said.split('\n').slice(1)).toEqual(['npm run verify home', '']);
  rmSync(repository, { recursive: true });
});

it('every file of CI and containers starts with one Node, which the packages support', () => {
  const inFolder = (dir: string) =>
    readdirSync(join(dir, '.github', 'workflows')).map((name) => join(dir, '.github', 'workflows', name));
  const paths = [ROOT, TEMPLATE].flatMap((dir) => [...inFolder(dir), join(dir, '.gitlab-ci.yml')]);
  const texts = [...paths, join(ROOT, 'deploy', 'containers', 'Containerfile')].map((path) =>
    readFileSync(path, 'utf8'),
  );
  const named = texts.flatMap((text) =>
    [...text.matchAll(/(?:node-version: |\bnode:)(\d+)/g)].map(([, major]) => major),
  );
  expect(new Set(named).size).toBe(1);
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
  expect(satisfies(`${named[0]}.0.0`, engines.node)).toBe(true);
});
