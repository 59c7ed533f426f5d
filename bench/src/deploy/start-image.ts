import { spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from 'tooling/free-port';
import { startService, stopServices, waitUntilHealthy } from 'tooling/spawn';

const READY_MS = 60_000;
/** Longer than DRAIN_MS of the images. */
const STOPPED_MS = 30_000;

/** What a container finds around it. */
export interface Surroundings {
  /** Folder that its user can write to; it holds the release store. */
  data: string;
  databaseUrl: string;
}

/** How what an image starts is run with these settings. */
export interface Invocation {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** The process that a container's engine would tell to stop, where another one stands before it. */
  processOf?(pid: number): number;
}

/** What a production gives each of the two, beside what the image has. */
const settingsOf = (name: string, port: number, { data, databaseUrl }: Surroundings): Record<string, string> => ({
  DATA_DIR: data,
  PAYMENT_KEY_ID: 'rzp_test_image',
  ...(name === 'composer'
    ? {
        PORT: String(port),
        SITE_ORIGIN: 'https://www.example.com',
        PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
      }
    : {
        API_PORT: String(port),
        DATABASE_URL: databaseUrl,
        SMTP_URL: 'smtp://127.0.0.1:9',
        SITE_ORIGINS: 'https://www.example.com',
        PAYMENT_API_ORIGIN: 'https://api.razorpay.com',
        PAYMENT_KEY_SECRET: 'of the image',
        PAYMENT_WEBHOOK_SECRET: 'of the image, too',
      }),
});

/** A page of the composer's, and the list of posts: what each is there for. */
const PLACES: Readonly<Record<string, string>> = { composer: '/contact', api: '/formdata/api_blog_list.php' };

/**
 * Starts what an image starts, without the settings of a production and with them, and asks it for what it is there for.
 * @throws naming what it does not do
 */
export async function startImage(
  name: string,
  runWith: (settings: Record<string, string>) => Invocation,
  around: Surroundings,
): Promise<void> {
  const bare = runWith({});
  const { status, stderr } = spawnSync(bare.command, bare.args, { ...bare, encoding: 'utf8', timeout: READY_MS });
  if (status === 0 || !stderr.includes('PAYMENT_KEY_ID')) throw new Error(`${name} without its settings: ${stderr}`);
  const port = await freePort();
  const lines: string[] = [];
  const invocation = runWith(settingsOf(name, port, around));
  const service = startService(name, { ...invocation, onLine: (line) => lines.push(line) });
  const origin = `http://127.0.0.1:${port}`;
  try {
    await waitUntilHealthy(service, `${origin}/readyz`, READY_MS);
    const answer = await fetch(origin + PLACES[name]);
    if (!answer.ok) throw new Error(`${name} answered ${PLACES[name]} with ${answer.status}.`);
    const { pid = 0 } = service.child;
    process.kill(invocation.processOf?.(pid) ?? pid, 'SIGTERM');
    const code = await Promise.race([service.ended, wait(STOPPED_MS, 'nothing', { ref: false })]);
    if (code !== 0) throw new Error(`${name} was told to stop, and ended with ${code}.`);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${lines.join('\n')}`);
  } finally {
    await stopServices([service]);
  }
  console.log(`✓ ${name}: refuses to start without its settings, answers with them, ends when told`);
}
