import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..', '..', '..');

/** Runs a release command on this store. @returns its output and its exit code */
export function runOn(store: string, command: 'publish' | 'promote' | 'verify' | 'types', ...words: string[]) {
  const program = ['--import', 'tsx', join(ROOT, 'platform/tooling/src/cli.ts'), command, ...words];
  const env = {
    ...process.env,
    DATA_DIR: dirname(store),
    RELEASES_URL: '',
    API_ORIGIN: process.env.SITE_API,
    RENDER_TIMEOUT_MS: '5000',
  };
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, program, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, said: stdout + stderr }),
    );
  });
}

/** `npm run wholepage -- publish APP --from DIR`. @returns the version @throws with the command's output when it refuses */
export async function publishExternal(store: string, app: string, from: string): Promise<string> {
  const { said } = await runOn(store, 'publish', app, '--from', from);
  const [, version] = /\?override=[\w-]+@(\S+)/.exec(said) ?? [];
  if (!version) throw new Error(said);
  return version;
}

/** Copies a build, edits the files whose names match, and passes the copy to `use`. The copy is deleted afterwards. */
export async function withEdited<T>(
  from: string,
  file: RegExp,
  edit: (text: string) => string,
  use: (dir: string) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'external-'));
  try {
    await cp(from, dir, { recursive: true });
    const { stdout } = await promisify(execFile)('find', ['.', '-type', 'f'], { cwd: dir });
    const found = stdout.split('\n').filter((name) => file.test(name));
    for (const name of found) await writeFile(join(dir, name), edit(await readFile(join(dir, name), 'utf8')));
    if (found.length === 0) throw new Error(`${from} holds no file like ${file}.`);
    return await use(dir);
  } finally {
    await rm(dir, { recursive: true });
  }
}
