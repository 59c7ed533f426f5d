import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageDir, ROOT } from '../paths';

const WORKFLOWS = join(ROOT, '.github', 'workflows');
const files = readdirSync(WORKFLOWS);
const read = (name: string): string => readFileSync(join(WORKFLOWS, name), 'utf8');

const PROGRAM = join(packageDir('tooling'), 'src', 'deploy', 'workflow-faults.ts');

const faultsOf = (paths: readonly string[]): string[] =>
  JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', PROGRAM, ...paths], { cwd: ROOT, encoding: 'utf8' }));

it("GitHub's own parser has nothing against the workflows, and something against a slip of the pen", () => {
  expect(faultsOf(files.map((name) => join(WORKFLOWS, name)))).toEqual([]);
  const slip = join(mkdtempSync(join(tmpdir(), 'workflow-')), 'slip.yml');
  writeFileSync(slip, read('check.yml').replace('runs-on:', 'runs-in:'));
  expect(faultsOf([slip])).not.toEqual([]);
}, 30_000);

type Jobs = Record<string, { steps: { run?: string }[] }>;
const githubJobs: Jobs = Object.assign({}, ...files.map((name) => (parse(read(name)) as { jobs: Jobs }).jobs));
const gitlab = parse(readFileSync(join(ROOT, '.gitlab-ci.yml'), 'utf8')) as Record<string, { script?: string[] }>;

/** The program and its first word: what follows are variables, which each calls by names of its own. */
const commandOf = (line: string): string => /(?:\.ci\/\w+|npm run \w+)/.exec(line)?.[0] ?? line;

it('GitHub and GitLab run the same jobs with the same commands', () => {
  const onGithub = Object.entries(githubJobs).map(([job, { steps }]) => [
    job,
    steps.flatMap(({ run }) => (run ? [commandOf(run)] : [])),
  ]);
  const onGitlab = Object.entries(gitlab).flatMap(([job, { script }]) =>
    script ? [[job, script.map(commandOf)]] : [],
  );
  expect(Object.fromEntries(onGitlab)).toEqual(Object.fromEntries(onGithub));
});

it.each(['run', 'night', 'cluster', 'verify', 'preview'])('.ci/%s can be run', (name) => {
  expect(statSync(join(ROOT, '.ci', name)).mode & 0o111).toBe(0o111);
});
