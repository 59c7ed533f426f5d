import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(__dirname, '..', '..', '..');
/** All apps are built first, once for each change of the sources. */
const START_LIMIT_MS = 280_000;

/** The whole site, built with the library's own federation runtime, on ports and data of its own. */
export interface StockSite {
  origin: string;
  stop(): Promise<void>;
}

/** @throws with its last lines when it does not start in time */
export async function startStockSite(): Promise<StockSite> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'e2e', 'src', 'servers', 'site.ts')], {
    cwd: ROOT,
    env: { ...process.env, FEDERATION: 'stock' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  const origin = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) =>
      reject(new Error(`The site of FEDERATION=stock ${why}:\n${said.slice(-20).join('\n')}`));
    const late = setTimeout(() => fail('was not ready in time'), START_LIMIT_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      if (!line.startsWith('{"site"')) return;
      clearTimeout(late);
      resolve((JSON.parse(line) as { site: string }).site);
    });
    child.once('exit', () => fail('ended'));
  });
  return {
    origin,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}
