import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { storePlace } from 'releases/settings';
import { composerArguments } from 'tooling/composer-arguments';
import { ROOT } from 'tooling/paths';
import { startService, stopServices, waitUntilHealthy } from 'tooling/spawn';

export interface Measured {
  origin: string;
  pid: number;
  /** Resident memory in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

const resident = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;

/** A composer in a process of its own, over the local store unless `env` names another. Its API need not run. */
export async function startComposer(port: number, env: NodeJS.ProcessEnv = {}): Promise<Measured> {
  const service = startService('composer', {
    args: composerArguments(),
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      RELEASES_URL: storePlace(),
      SITE_ORIGIN: `http://localhost:${port}`,
      PAYMENT_KEY_ID: 'rzp_test_bench',
      PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
      ...env,
    },
    onLine: () => {},
  });
  await waitUntilHealthy(service, `http://127.0.0.1:${port}/healthz`, 20_000);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: service.child.pid ?? 0,
    memory: () => resident(service.child),
    stop: () => stopServices([service]),
  };
}

const BARE = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
const body = readFileSync(process.argv[1]);
const headers = JSON.parse(process.argv[2]);
createServer((_, response) => { response.writeHead(200, headers); response.end(body); }).listen(Number(process.argv[3]), '127.0.0.1');
`;

/** Node's own server in a process of its own, sending the same bytes with the same headers. */
export async function startBareServer(
  port: number,
  bodyFile: string,
  headers: Record<string, string>,
): Promise<Measured> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', BARE, '--', bodyFile, JSON.stringify(headers), String(port)],
    {
      stdio: 'inherit',
    },
  );
  const origin = `http://127.0.0.1:${port}`;
  const service = {
    name: 'bare server',
    child,
    ended: new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1))),
  };
  await waitUntilHealthy(service, origin, 10_000);
  return { origin, pid: child.pid ?? 0, memory: () => resident(child), stop: () => stopServices([service]) };
}
