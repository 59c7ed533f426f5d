import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(__dirname, '..', '..', '..');

/** Installing the packages of a commit, and building one app of it. */
const BUILD_TIMEOUT_MS = 600_000;
const LOG_BYTES = 16 * 1024 * 1024;

/** A release as an earlier state of this repository builds it. */
export interface OldRelease {
  version: string;
  /** As `publish` takes it. */
  dir: string;
  remove(): Promise<void>;
}

/** Builds an app from the sources, packages and commands of a commit. @throws when the commit is not in this clone */
export async function buildAt(commit: string, app: string): Promise<OldRelease> {
  const folder = await mkdtemp(join(tmpdir(), 'old-release-'));
  const sources = join(folder, 'sources');
  const archive = join(folder, 'sources.tar');
  await mkdir(sources);
  await run('git', ['archive', '-o', archive, commit], { cwd: ROOT }).catch((error: Error) => {
    throw new Error(`${commit} is not in this clone. Run "git fetch --unshallow", then try again. (${error.message})`);
  });
  await run('tar', ['xf', archive, '-C', sources]);
  await rm(archive);
  await run('npm', ['run', 'build', app], { cwd: sources, timeout: BUILD_TIMEOUT_MS, maxBuffer: LOG_BYTES });
  const version = (await readdir(join(sources, app, 'dist'))).find((name) => /^\d+\./.test(name));
  if (!version) throw new Error(`${app} of ${commit} was built without a release.`);
  return {
    version,
    dir: join(sources, app, 'dist', version),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
