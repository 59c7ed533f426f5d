import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopKept } from '@wholepage/tooling/kept-service';
import { startServices } from '@wholepage/tooling/services';
import { freePort } from '@wholepage/tooling/spawn';

/** A test's own whole site, with its own database and payment sandbox. It runs the releases of the site under test. */
export interface OwnSite {
  origin: string;
  /** Settings for its other programs, such as the office. */
  env: NodeJS.ProcessEnv;
  data: string;
  stop(): Promise<void>;
}

/** Starts a site for tests that change all pages, or need settings of their own. */
export async function startOwnSite(): Promise<OwnSite> {
  const data = await mkdtemp(join(tmpdir(), 'own-site-'));
  // Under root the database runs as another user, who must enter the folder.
  await chmod(data, 0o755);
  for (const folder of ['releases', 'release-keys'])
    await cp(join(process.env.SITE_DATA ?? '', folder), join(data, folder), { recursive: true });
  const [site = 0, api, apiPrivate, sandbox, office] = await Promise.all(Array.from({ length: 5 }, freePort));
  const origin = `http://localhost:${site}`;
  const env = {
    ...process.env,
    DATA_DIR: data,
    PORT: String(site),
    COMPOSER_PRIVATE_PORT: '0',
    API_PORT: String(api),
    API_PRIVATE_PORT: String(apiPrivate),
    PAYMENT_SANDBOX_PORT: String(sandbox),
    OFFICE_PORT: String(office),
    OFFICE_ORIGIN: '',
    SITE_ORIGIN: origin,
    // The same as for the site under test.
    RENDER_TIMEOUT_MS: '5000',
  };
  const services = await startServices({ env, onLine: () => undefined });
  return {
    origin,
    env,
    data,
    async stop() {
      await stopKept(services);
      await rm(data, { recursive: true, force: true });
    },
  };
}
