import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startService, stopServices } from '@wholepage/tooling/spawn';
import { eventually } from '../eventually';

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
  const said: string[] = [];
  const service = startService('tractor-store', { args: args('start'), env, onLine: (line) => said.push(line) });
  const stop = async (): Promise<void> => {
    await stopServices([service]);
    await rm(data, { recursive: true, force: true });
  };
  const ready = async () => {
    const { exitCode, signalCode } = service.child;
    if (exitCode !== null || signalCode !== null) throw new Error(`The store ended with ${exitCode ?? signalCode}.`);
    return /^Site ready at (\S+)/m.exec(said.join('\n'))?.[1];
  };
  const origin = await eventually('the store is ready', START_LIMIT_MS, ready).catch(async (error: Error) => {
    await stop();
    throw new Error([error.message, ...said].join('\n'));
  });
  return {
    origin,
    command: (...words) =>
      new Promise((resolve, reject) => {
        execFile(process.execPath, args(...words), { cwd: ROOT, env }, (error, stdout, stderr) =>
          error ? reject(new Error(stdout + stderr)) : resolve(stdout),
        );
      }),
    stop,
  };
}
