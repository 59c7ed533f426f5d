import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { enquiryForm } from '@wholepage/tooling/enquiry-form';
import { freePort } from '@wholepage/tooling/free-port';
import { type Service, startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';

const READY_MS = 60_000;
/** What deploy/ leaves a service that is asked to stop: TimeoutStopSec and terminationGracePeriodSeconds. */
const GRACE_MS = 30_000;

/** How what an image starts is run with these settings. */
export interface Invocation {
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** The process that a container's engine would tell to stop, where another one stands before it. */
  processOf?(pid: number): number;
}

/** One of the two images, ready to be run. */
export interface BuiltImage {
  /** `composer` or `api`. */
  name: string;
  runWith(settings: Record<string, string>): Invocation;
  /** Folder that its user can write to; the composer's holds the release store. */
  data: string;
}

interface Container {
  name: string;
  origin: string;
  service: Service;
  lines: string[];
  /** Stops a server as an engine does. @returns seconds until it had ended @throws unless it ended with 0 in its grace time */
  stop(): Promise<number>;
}

const ACCOUNT = { PAYMENT_KEY_ID: 'rzp_live_image' };
const SITE = 'https://www.example.com';

const composerSettings = (api: string): Record<string, string> => ({
  SITE_ORIGIN: SITE,
  API_ORIGIN: api,
  PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
});

const apiSettings = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  SMTP_URL: 'smtp://127.0.0.1:9',
  SITE_ORIGINS: SITE,
  PAYMENT_API_ORIGIN: 'https://api.razorpay.com',
  PAYMENT_KEY_SECRET: 'of the image',
  PAYMENT_WEBHOOK_SECRET: 'of the image, too',
});

/** @throws unless it names the setting that a production has to give */
function mustRefuseToStart({ name, runWith }: BuiltImage): void {
  const bare = runWith({});
  const { status, stderr } = spawnSync(bare.command, bare.args, { ...bare, encoding: 'utf8', timeout: READY_MS });
  if (status === 0 || !stderr.includes('PAYMENT_KEY_ID')) throw new Error(`${name} without its settings: ${stderr}`);
}

async function startImage(
  { name, runWith, data }: BuiltImage,
  portName: string,
  settings: Record<string, string>,
): Promise<Container> {
  const port = await freePort();
  const lines: string[] = [];
  const invocation = runWith({ DATA_DIR: data, [portName]: String(port), ...ACCOUNT, ...settings });
  const service = startService(name, { ...invocation, onLine: (line) => lines.push(line) });
  const stop = async () => {
    const { pid = 0 } = service.child;
    const asked = performance.now();
    process.kill(invocation.processOf?.(pid) ?? pid, 'SIGTERM');
    const code = await Promise.race([service.ended, wait(GRACE_MS, 'nothing', { ref: false })]);
    if (code !== 0) throw new Error(`${name} was asked to stop, and ended with ${code}.`);
    return Math.round((performance.now() - asked) / 100) / 10;
  };
  const container = { name, origin: `http://127.0.0.1:${port}`, service, lines, stop };
  await waitUntilHealthy(service, `${container.origin}/readyz`, READY_MS).catch(async (error: Error) => {
    await stopServices([service]);
    throw new Error(`${error.message}\n${lines.join('\n')}`);
  });
  return container;
}

/** @throws unless the page came whole, with its remote's content */
async function readPage({ origin }: Container): Promise<void> {
  const answer = await fetch(`${origin}/blog`);
  const page = await answer.text();
  const isWhole = page.trimEnd().endsWith('</html>') && page.includes('"rendered":true');
  if (!answer.ok || !isWhole) throw new Error(`/blog was answered with ${answer.status}: ${page.slice(0, 200)}`);
}

/** @throws unless it is thanked for, and for the same one sent again */
async function sendEnquiry({ origin }: Container): Promise<void> {
  const body = enquiryForm(randomUUID());
  for (let sent = 0; sent < 2; sent += 1) {
    const answer = await fetch(`${origin}/api/save_home_form.php`, { method: 'POST', body, headers: { origin: SITE } });
    if (!answer.ok) throw new Error(`The enquiry was answered with ${answer.status}: ${await answer.text()}`);
  }
}

/**
 * Starts what both images start, without the settings of a production and with them. The composer's container serves a
 * page of the blog and passes an enquiry on to the API's.
 * @throws naming what they do not do
 */
export async function tryImages(composer: BuiltImage, api: BuiltImage, databaseUrl: string): Promise<void> {
  for (const image of [composer, api]) mustRefuseToStart(image);
  console.log('✓ neither starts without its settings');
  const running: Container[] = [];
  try {
    const answering = await startImage(api, 'API_PORT', apiSettings(databaseUrl));
    running.push(answering);
    const serving = await startImage(composer, 'PORT', composerSettings(answering.origin));
    running.push(serving);
    console.log('✓ both say at /readyz that they can work');
    await readPage(serving);
    console.log("✓ the composer's serves /blog with its posts, which the API's lists");
    await sendEnquiry(serving);
    console.log("✓ the API's keeps an enquiry that the composer's passes on");
    for (const container of [serving, answering])
      console.log(`✓ ${container.name} ended with 0, ${await container.stop()} s after SIGTERM`);
  } catch (error) {
    const logs = running.map(({ name, lines }) => `── ${name}\n${lines.join('\n')}`);
    throw new Error([error instanceof Error ? error.message : error, ...logs].join('\n'));
  } finally {
    await stopServices(running.map(({ service }) => service));
  }
}
