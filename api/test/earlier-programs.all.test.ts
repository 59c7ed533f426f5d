import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@wholepage/database/testing/test-database';
import { auditSite } from './helpers/audit';
import { type FakeProvider, settingsOf, startProvider } from './helpers/orders/provider';
import { buildEarlier, earlierApis, migrationTags } from './helpers/processes/earlier-program';
import { type ServerProcess, startServer, whenReady } from './helpers/processes/server-process';
import { until } from './helpers/site';
import { sendVisitors } from './helpers/visitors';

const VISITORS = 3;
/** Pause between two requests of a visitor. Without it, visitors would starve the starting API of CPU. */
const REST_MS = 100;
const ANSWERS = 20;
/** Number of migrations to look back, because rare upgrades skip a few. */
const MIGRATIONS = 6;
jest.setTimeout(120_000);

let base: string;
let database: TestDatabase;
let provider: FakeProvider;
let removeEarlier: (() => void) | undefined;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'api-earlier-'));
  await chmod(base, 0o755);
  [database, provider] = await Promise.all([createTestDatabase(), startProvider()]);
});
afterEach(async () => {
  removeEarlier?.();
  await Promise.all([database.close(), provider.close()]);
  await rm(base, { recursive: true, force: true });
});

const migrationsApplied = async (): Promise<number> => {
  const [row] = await database.query<{ n: number }>('select count(*)::int as n from drizzle.__drizzle_migrations');
  return row?.n ?? 0;
};

test.each(earlierApis(MIGRATIONS))(
  'the API of $commit, with $migrations migrations, serves on while and after the others come',
  async ({ commit, migrations }) => {
    const { program, remove } = await buildEarlier(commit);
    removeEarlier = remove;
    const dataDir = path.join(base, 'var');
    const env = { DATABASE_URL: database.url, ...settingsOf(provider) };
    let apis: ServerProcess[] = [];
    const start = async (own?: string): Promise<ServerProcess> => {
      const api = await startServer(dataDir, env, own);
      await whenReady(api);
      apis = [...apis, api];
      return api;
    };
    /** Stops an API. It gets no new visitors, as behind a load balancer. */
    const stop = (api: ServerProcess): Promise<number | null> => {
      apis = apis.filter((other) => other !== api);
      return api.stop();
    };
    const old = await start(program);
    const visitors = sendVisitors(VISITORS, () => apis[randomInt(apis.length)]?.url ?? '', REST_MS);
    try {
      expect(await migrationsApplied()).toBe(migrations);
      expect(migrations).toBeLessThan(migrationTags().length);
      await visitors.answered(ANSWERS);
      const today = await start();
      expect(await migrationsApplied()).toBe(migrationTags().length);
      await visitors.answered(ANSWERS);
      expect(await stop(old)).toBe(0);
      await visitors.answered(ANSWERS);
      // A rollback restores the earlier program and keeps the tables.
      await start(program);
      expect(await stop(today)).toBe(0);
      await visitors.answered(ANSWERS);
      await visitors.leave();
      await until(
        async () => (await database.query(`select 1 from mails where status <> 'sent'`)).length === 0,
        60_000,
      );
      const audit = await auditSite(
        (text) => database.query<{ value: string }>(text),
        dataDir,
        provider,
        visitors.acknowledged,
      );
      expect(audit).toEqual({ lost: [], doubled: [] });
      for (const acknowledged of Object.values(visitors.acknowledged)) expect(acknowledged.size).toBeGreaterThan(0);
    } finally {
      await visitors.leave();
      await Promise.all(apis.map((api) => api.stop()));
    }
  },
);
