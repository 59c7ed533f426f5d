import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApps, buildServers, buildStaff } from '@wholepage/tooling/build-all';
import { stopKept } from '@wholepage/tooling/kept-service';
import { publishAll } from '@wholepage/tooling/publish-all';
import { startServices } from '@wholepage/tooling/services';
import { freePort } from '@wholepage/tooling/spawn';
import { startOwner } from '../records/owner-server';

/** Starts the composed production build on free ports and prints its addresses as one line of JSON. SIGTERM deletes its data. */
async function main(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'site-under-test-'));
  // Under root the database runs as another user, who must enter the folder.
  await chmod(data, 0o755);
  const [site, api, apiPrivate, sandbox] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const origin = `http://localhost:${site}`;
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: data,
    PORT: String(site),
    COMPOSER_PRIVATE_PORT: '0',
    API_PORT: String(api),
    API_PRIVATE_PORT: String(apiPrivate),
    PAYMENT_SANDBOX_PORT: String(sandbox),
    SITE_ORIGIN: origin,
    PAYMENT_API_ORIGIN: '',
    PAYMENT_CHECKOUT_URL: `http://localhost:${sandbox}/checkout.js`,
    RATE_LIMIT_PER_MINUTE: '10000',
    // Three browsers share the machine with the site. Tests beside the composer cover the timeout of slow renders.
    RENDER_TIMEOUT_MS: '5000',
  };
  await Promise.all([buildApps((line) => console.log(line)), buildServers(), buildStaff()]);
  await publishAll(join(data, 'releases'), () => {}, env);
  const lines: string[] = [];
  const services = await startServices({
    env,
    onLine: (name, line) => {
      lines.push(`[${name}] ${line}`);
      if (process.env.E2E_LOG) console.log(`[${name}] ${line}`);
    },
  }).catch((error: unknown) => {
    console.error(lines.slice(-20).join('\n'));
    throw error;
  });
  console.log(
    JSON.stringify({
      site: origin,
      api: `http://localhost:${api}`,
      apiPrivate,
      sandbox: `http://localhost:${sandbox}`,
      owner: await startOwner({ ...process.env, DATA_DIR: data }),
      data,
    }),
  );
  process.once('SIGTERM', async () => {
    await stopKept(services);
    await rm(data, { recursive: true, force: true });
    process.exit(0);
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
