import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE_SET_PATH, type LiveSet, setPath } from '@wholepage/contracts/page';
import { freePort, startService, stopServices, waitUntilHealthy } from '@wholepage/tooling/spawn';
import { eventually } from '../eventually';

const ROOT = join(__dirname, '..', '..', '..');

/** A test's own composer and store, in front of the API under test. */
export interface OwnComposer {
  origin: string;
  store: string;
  /** Waits until the live set contains this text, an app or a version. @throws naming it after 20 s */
  untilLive(text: string): Promise<void>;
  /**
   * Waits until the page contains this text. On a busy machine the first requests after a release may get the earlier
   * page. The composer sends it when a new one takes longer than 0.7 s. @throws naming both after 20 s
   */
  untilServed(path: string, text: string): Promise<void>;
  stop(): Promise<void>;
}

/** Three browsers share the machine with the composer. Tests of the two-second limit have a limit of their own. */
const LIVE_WITHIN_MS = 20_000;

/** Returns the live set's document, read as the page's scripts read it. */
async function liveSet(origin: string): Promise<string> {
  const { id } = (await (await fetch(origin + LIVE_SET_PATH)).json()) as LiveSet;
  return (await fetch(origin + setPath(id))).text();
}

/** @param env settings that override those of the site under test */
export async function startOwnComposer(env: NodeJS.ProcessEnv = {}): Promise<OwnComposer> {
  const data = await mkdtemp(join(tmpdir(), 'own-composer-'));
  const store = join(data, 'releases');
  for (const folder of ['releases', 'release-keys']) {
    await cp(join(process.env.SITE_DATA ?? '', folder), join(data, folder), { recursive: true });
  }
  const port = env.PORT ?? (await freePort());
  const origin = `http://localhost:${port}`;
  const service = startService('composer', {
    args: [join(ROOT, 'platform', 'composer', 'dist', 'server', 'server.mjs')],
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      COMPOSER_PRIVATE_PORT: '0',
      DATA_DIR: data,
      RELEASES_URL: store,
      SITE_ORIGIN: origin,
      API_ORIGIN: process.env.SITE_API ?? '',
      // The same as for the site under test.
      RENDER_TIMEOUT_MS: '5000',
      ...env,
    },
    onLine: () => {},
  });
  await waitUntilHealthy(service, `${origin}/healthz`, 20_000);
  return {
    origin,
    store,
    async untilLive(text) {
      await eventually(`${text} is live`, LIVE_WITHIN_MS, async () => (await liveSet(origin)).includes(text));
    },
    async untilServed(path, text) {
      const page = async () => (await fetch(origin + path)).text();
      await eventually(`${text} is in ${path}`, LIVE_WITHIN_MS, async () => (await page()).includes(text));
    },
    async stop() {
      await stopServices([service]);
      await rm(data, { recursive: true, force: true });
    },
  };
}
