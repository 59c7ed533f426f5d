import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@wholepage/tooling/spawn';

const ROOT = join(__dirname, '..', '..', '..');
const WHOLEPAGE = join(ROOT, 'platform', 'tooling', 'src', 'cli.ts');
/** Includes the build of everything that has changed. */
const START_LIMIT_MS = 280_000;

/** The second site, on a test's own ports and data. */
export interface TractorStore {
  origin: string;
  /** Runs a release command on the site. @returns its standard output @throws with all its output */
  command(...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

const readyAt = (child: ChildProcess, said: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`It was not ready in time:\n${said.join('\n')}`)), START_LIMIT_MS);
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        said.push(line);
        const [, address] = /^Site ready at (\S+)/.exec(line) ?? [];
        if (!address) return;
        clearTimeout(late);
        resolve(address);
      });
    }
    child.once('exit', () => reject(new Error(`It ended:\n${said.join('\n')}`)));
  });

/** Starts the store with its four back ends. */
export async function startTractorStore(): Promise<TractorStore> {
  const data = await mkdtemp(join(tmpdir(), 'tractor-store-'));
  const ports = ['EXAMPLE_PORT', 'EXPLORE_PORT', 'DECIDE_PORT', 'CHECKOUT_PORT', 'INSPIRE_PORT'];
  const { PATH, HOME, TMPDIR, CHROME_PATH } = process.env;
  const env: NodeJS.ProcessEnv = {
    PATH,
    HOME,
    TMPDIR,
    CHROME_PATH,
    SITE_DIR: 'examples/tractor-store/site',
    DATA_DIR: data,
    // Longer than the defaults, because browsers share the machine with the site.
    RENDER_TIMEOUT_MS: '5000',
    FRAGMENTS_TIMEOUT_MS: '3000',
    ...Object.fromEntries(await Promise.all(ports.map(async (name) => [name, String(await freePort())]))),
  };
  const args = (...words: string[]) => ['--import', 'tsx', WHOLEPAGE, ...words];
  const child = spawn(process.execPath, args('start'), { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const origin = await readyAt(child, []);
  return {
    origin,
    command: (...words) =>
      new Promise((resolve, reject) => {
        execFile(process.execPath, args(...words), { cwd: ROOT, env }, (error, stdout, stderr) =>
          error ? reject(new Error(stdout + stderr)) : resolve(stdout),
        );
      }),
    async stop() {
      child.kill('SIGTERM');
      await new Promise((resolve) => child.once('exit', resolve));
      await rm(data, { recursive: true, force: true });
    },
  };
}
