import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@wholepage/database/testing/test-database';
import { pino } from 'pino';
import { type Config, readConfig } from '../../src/settings/config';
import { openSite, type Site } from '../../src/site';
import { SITE_TABLES } from './site-tables';

jest.setTimeout(60_000);

/** The API as in production on a free port, with its own database and data folder. */
export interface TestSite extends Site {
  url: string;
  /** Address of the operators' server, which visitors cannot reach. */
  privateUrl: string;
  dataDir: string;
  database: TestDatabase;
  /** All lines of the log. */
  log: string[];
  /** The mails in the outbox, as text. */
  outbox(): Promise<string[]>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

export const COMPANY = { name: 'Nool & Needle', email: 'hello@noolandneedle.example' };

/** Removes soft line breaks and decodes `=3D` of quoted-printable. */
export const decoded = (mail: string): string => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

/** Repeats `check` until it returns a value. Only failing tests reach the limit. */
export async function until<T>(check: () => Promise<T | undefined | false>, patienceMs = 50_000): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error(`This did not come true in time: ${check}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Starts a site. @param change parts of the configuration that no setting controls */
export async function startSite(
  env: Record<string, string> = {},
  change: (config: Config) => Partial<Config> = () => ({}),
): Promise<TestSite> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'api-site-'));
  const companyFile = path.join(dataDir, 'company.json');
  await writeFile(companyFile, JSON.stringify(COMPANY));
  const database = await createTestDatabase(SITE_TABLES);
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    RATE_LIMIT_PER_MINUTE: '100000',
    // Sample posts need a separate process, and half of the time of a start.
    SAMPLE_POSTS: '0',
    ...env,
  });
  const log: string[] = [];
  const site = await openSite(
    { ...config, companyFile, ...change(config) },
    pino({ level: 'info', base: null }, { write: (line: string) => void log.push(line) }),
  );
  const listen = async (app: Site['app']): Promise<string> => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  };
  const [url, privateUrl] = [await listen(site.app), await listen(site.privateApp)];
  return {
    ...site,
    url,
    privateUrl,
    dataDir,
    database,
    log,
    outbox: async () => {
      const folder = path.join(dataDir, 'outbox');
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
      return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    },
    post: (to, body, headers = {}) =>
      fetch(url + to, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    stop: async () => {
      await site.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
