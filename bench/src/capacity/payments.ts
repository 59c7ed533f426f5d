import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildServers } from '@wholepage/tooling/build-all';
import { freePort } from '@wholepage/tooling/free-port';
import { packageDir } from '@wholepage/tooling/paths';
import { startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { startMeasuredApi } from '../api/api-server';
import { CORES } from './cores';
import type { Paid } from './paying-visitors';

const VISITORS = 16;
const READY_MS = 20_000;

/** Words that start Node on the core of the load. */
const onLoadCore = (...args: string[]): { command: string; args: string[] } => ({
  command: 'taskset',
  args: ['-c', String(CORES.load), process.execPath, ...args],
});

/** Enrolments, orders, payments at the sandbox, confirmations and its webhooks; the sandbox and the visitors on the other core. */
export async function measurePayments(warmUpSeconds: number, seconds: number): Promise<Paid> {
  await buildServers();
  const [apiPort, sandboxPort] = [await freePort(), await freePort()];
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const service = startService('payment-sandbox', {
    ...onLoadCore(join(packageDir('payment-sandbox'), 'dist', 'server.mjs')),
    env: {
      ...process.env,
      NODE_ENV: '',
      PAYMENT_SANDBOX_PORT: String(sandboxPort),
      WEBHOOK_URL: `http://127.0.0.1:${apiPort}/webhooks/payment`,
    },
    onLine: () => {},
  });
  try {
    await waitUntilHealthy(service, `${sandbox}/healthz`, READY_MS);
    const api = await startMeasuredApi({ API_PORT: String(apiPort), PAYMENT_API_ORIGIN: sandbox });
    const pay = async (forSeconds: number): Promise<Paid> => {
      const program = join(import.meta.dirname, 'paying-visitors.ts');
      const words = ['--import', 'tsx', program, api.url, sandbox, String(VISITORS), String(forSeconds)];
      const { command, args } = onLoadCore(...words);
      const { stdout } = await promisify(execFile)(command, args);
      return JSON.parse(stdout) as Paid;
    };
    try {
      await pay(warmUpSeconds);
      return await pay(seconds);
    } finally {
      await api.stop();
    }
  } finally {
    await stopServices([service]);
  }
}
