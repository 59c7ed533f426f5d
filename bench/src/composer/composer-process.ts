import { storePlace } from '@wholepage/releases/settings';
import { composerArguments, composerEnvironment } from '@wholepage/tooling/composer-arguments';
import { freePort } from '@wholepage/tooling/free-port';
import { ROOT } from '@wholepage/tooling/paths';
import { startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { type Measured, memoryOf } from '../measure/measured';

const MOST_SAID = 500;

export interface MeasuredComposer extends Measured {
  /** Where its numbers are. */
  privateOrigin: string;
}

/** A composer in a process of its own, over the local store unless `env` names another. Its API need not run. */
export async function startComposer(port: number, env: NodeJS.ProcessEnv = {}): Promise<MeasuredComposer> {
  const privatePort = await freePort();
  let said = '';
  const service = startService('composer', {
    args: composerArguments(),
    cwd: ROOT,
    env: {
      ...composerEnvironment,
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      COMPOSER_PRIVATE_PORT: String(privatePort),
      RELEASES_URL: storePlace(),
      SITE_ORIGIN: `http://localhost:${port}`,
      PAYMENT_KEY_ID: 'rzp_live_bench',
      PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
      ...env,
    },
    onLine: (line) => (said = line),
  });
  await waitUntilHealthy(service, `http://127.0.0.1:${port}/healthz`, 20_000).catch((cause: Error) => {
    throw new Error(
      `${cause.message} It said: ${said.slice(0, MOST_SAID)}\nRun npm start once before: it fills the store.`,
      { cause },
    );
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    privateOrigin: `http://127.0.0.1:${privatePort}`,
    pid: service.child.pid ?? 0,
    ...memoryOf(service.child),
    stop: () => stopServices([service]),
  };
}
