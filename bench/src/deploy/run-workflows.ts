import { spawn } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasesOf } from '@wholepage/releases/registry/deployments';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { startS3 } from '@wholepage/releases/s3-stand-in';
import { environmentTrust } from '@wholepage/releases/settings';
import { openStore } from '@wholepage/releases/store/open-store';
import { exportPins } from '@wholepage/releases/trust/export-pins';
import { chosen, runCommand } from '@wholepage/tooling/command';
import { findProgram } from '@wholepage/tooling/find-program';
import { packageDir } from '@wholepage/tooling/paths';
import { publishAll } from '@wholepage/tooling/publish-all';
import { type CleanClone, cleanEnvironment, cloneHere } from './clean-clone';

const APP = 'mf-blog';
const OTHER = 'mf-products';
const BUCKET = 'site';
const GITLAB = join(packageDir('tooling'), 'node_modules', 'gitlab-ci-local', 'dist', 'index.js');

/** Runs a command with its output shown. @returns its exit code */
const run = (command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });

const mustHold = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
  console.log(`✓ ${what}`);
};

/** The company around the pipelines: a bucket with what is live, and the keys of each team. */
async function companyWith(clone: CleanClone) {
  const s3 = await startS3(BUCKET);
  const data = join(clone.folder, '..', 'company');
  const access = {
    S3_ENDPOINT: s3.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'soak',
    AWS_SECRET_ACCESS_KEY: 'soak',
    RELEASES_URL: `s3://${BUCKET}/releases`,
  };
  Object.assign(process.env, access);
  await publishAll(access.RELEASES_URL, () => {}, { ...process.env, DATA_DIR: data });
  const keys = join(data, 'release-keys');
  const pins = await exportPins(keys);
  const keyFile = (app: string) => join(keys, `${app}.pem`);
  return {
    s3,
    access,
    pinned: pins.releaseKeys,
    stepKeyFile: pins.stepKeys.operator,
    stepKey: await readFile(pins.stepKeys.operator, 'utf8'),
    keyFile,
    keyOf: (app: string) => readFile(keyFile(app), 'utf8'),
  };
}

type Company = Awaited<ReturnType<typeof companyWith>>;

const live = async ({ access, pinned }: Company, app: string): Promise<string> => {
  const trust = environmentTrust({ ...process.env, RELEASE_KEYS: pinned });
  return releasesOf(await readRegistry(openStore(access.RELEASES_URL, trust)), app).live?.metadata.version ?? '';
};

/** The settings by which a pipeline releases with one team's key. */
const releaseSettings = async (company: Company, keyOwner: string): Promise<Record<string, string>> => ({
  ...company.access,
  RELEASE_KEYS: company.pinned,
  RELEASE_SIGNING_KEY: await company.keyOf(keyOwner),
  STEP_SIGNING_KEY: company.stepKey,
});

const release = async (clone: CleanClone, company: Company, app: string, keyOwner: string): Promise<number> => {
  const env = { ...cleanEnvironment(clone.folder), ...(await releaseSettings(company, keyOwner)) };
  return run('npm', ['run', 'release', app, '--', '--why', 'the pipeline is tried'], clone.folder, env);
};

/** A change of one remote, as a pull request brings it. */
async function change(clone: CleanClone, app: string, text: string): Promise<void> {
  await appendFile(join(clone.folder, app, 'src', 'routes.tsx'), `\n// ${text}\n`);
  await clone.git('commit', '--quiet', '--all', '--message', text);
}

const JOBS: Readonly<Record<string, (clone: CleanClone, company: Company) => Promise<void>>> = {
  async check(clone) {
    const code = await run(join('.ci', 'run'), [], clone.folder, cleanEnvironment(clone.folder));
    mustHold(code === 0, 'the check of a pull request passes');
  },
  async verify(clone, company) {
    const base = await clone.git('rev-parse', 'HEAD');
    await change(clone, APP, 'a change to be verified');
    const env = { ...cleanEnvironment(clone.folder), ...company.access, RELEASE_KEYS: company.pinned, API_ORIGIN: '' };
    const code = await run(join('.ci', 'verify'), [base], clone.folder, env);
    mustHold(code === 0, `${APP}, which the pull request touches, is held against what is live`);
  },
  async release(clone, company) {
    const before = await live(company, APP);
    await change(clone, APP, 'a release by its team');
    mustHold((await release(clone, company, APP, APP)) === 0, `${APP} is released with its team's key`);
    mustHold((await live(company, APP)) !== before, 'the registry names the new release');
    const others = await live(company, OTHER);
    await change(clone, OTHER, "a release of another team's remote");
    mustHold((await release(clone, company, OTHER, APP)) !== 0, `${OTHER} is not released with that key`);
    mustHold((await live(company, OTHER)) === others, 'the registry is as it was');
  },
  async gitlab(clone, company) {
    const before = await live(company, APP);
    await change(clone, APP, 'a release on GitLab');
    const variables = {
      ...company.access,
      RELEASE_STORE: company.access.RELEASES_URL,
      RELEASE_KEYS: company.pinned,
      RELEASE_SIGNING_KEY: company.keyFile(APP),
      STEP_SIGNING_KEY: company.stepKeyFile,
      APP,
      WHY: 'the workflow is tried',
    };
    const words = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
    const args = [GITLAB, 'release', '--force-shell-executor', ...words];
    const code = await run(process.execPath, args, clone.folder, cleanEnvironment(clone.folder));
    mustHold(code === 0, `GitLab's job releases ${APP}`);
    mustHold((await live(company, APP)) !== before, 'the registry names the new release');
  },
};

/** Runs the commands of the pipelines in a clean clone, before a bucket that holds what is live. */
async function runWorkflows(words: readonly string[]): Promise<void> {
  const names = chosen(words, Object.keys(JOBS), 'job');
  if (names.includes('gitlab') && !findProgram('rsync'))
    throw new Error('gitlab-ci-local copies the sources by rsync. Install it: apt install rsync');
  const clone = await cloneHere();
  const company = await companyWith(clone);
  try {
    for (const name of names) await JOBS[name]?.(clone, company);
  } finally {
    await company.s3.stop();
    await clone.remove();
  }
}

await runCommand(`the commands of the pipelines, run: ${Object.keys(JOBS).join(', ')}`, runWorkflows);
