import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openEmbedded } from '@wholepage/database/embedded';
import { createTestDatabase } from '@wholepage/database/testing/test-database';
import pg from 'pg';
import { freePort } from '../../platform/tooling/src/run/spawn';
import { type Audit, auditSite } from './helpers/audit';
import { type FakeProvider, settingsOf, startProvider } from './helpers/orders/provider';
import { type ServerProcess, startServer, whenReady } from './helpers/processes/server-process';
import { until } from './helpers/site';
import { type Acknowledged, sendVisitors } from './helpers/visitors';

/** `SOAK=1` kills twenty times instead of three, and then does the same to two APIs on one database. */
const SOAK = process.env.SOAK === '1';
const ROUNDS = SOAK ? 20 : 3;
const VISITORS = 8;
/** Other processes take over a killed one's jobs after 30 s, and its mails after 60 s without a heartbeat. */
const MOVED_ON_MS = 150_000;
jest.setTimeout(MOVED_ON_MS + 60_000 + ROUNDS * 30_000);

type Query = (text: string) => Promise<{ value: string }[]>;

/** APIs that a test kills. */
interface Victims {
  origin(): string;
  kill(round: number): Promise<void>;
  /** Stops them and reads their database. */
  read<T>(work: (query: Query) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

let base: string;
let dataDir: string;
let provider: FakeProvider;
beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'api-crash-'));
  await chmod(base, 0o755);
  dataDir = path.join(base, 'var');
  provider = await startProvider();
});
afterEach(async () => {
  await provider.close();
  // A PostgreSQL that is shutting down may create a file in a folder that is being removed.
  await rm(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

const start = async (port: number, env: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startServer(dataDir, { API_PORT: String(port), ...settingsOf(provider), ...env });
  await whenReady(server);
  return server;
};

/** One API with its embedded PostgreSQL: either of them is killed, or both. */
async function embedded(): Promise<Victims> {
  const port = await freePort();
  let api = await start(port);
  const postgres = async () => {
    const pid = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0];
    process.kill(Number(pid), 'SIGKILL');
  };
  return {
    origin: () => api.url,
    kill: async (round) => {
      const kind = (['both', 'api', 'postgres'] as const)[round % 3];
      if (kind !== 'api') await postgres();
      if (kind === 'postgres') return;
      await api.kill();
      api = await start(port);
    },
    read: async (work) => {
      // A restart ends the leases of mails in delivery.
      await api.stop();
      api = await start(port);
      const server = await openEmbedded(dataDir, 'command', () => undefined);
      const client = new pg.Client(server.connection);
      await client.connect();
      return work(async (text) => (await client.query<{ value: string }>(text)).rows).finally(async () => {
        await client.end();
        await server.close();
      });
    },
    stop: async () => void (await api.stop()),
  };
}

/** Two APIs on one database and one folder: one of them is killed while the other goes on. */
async function twoApis(): Promise<Victims> {
  const database = await createTestDatabase();
  const ports = [await freePort(), await freePort()];
  const env = { DATABASE_URL: database.url };
  // They start in turn, because the first creates the tables.
  const apis: ServerProcess[] = [];
  for (const port of ports) apis.push(await start(port, env));
  return {
    origin: () => `http://127.0.0.1:${ports[randomInt(ports.length)]}`,
    kill: async (round) => {
      const victim = round % ports.length;
      await apis[victim]?.kill();
      apis[victim] = await start(ports[victim] ?? 0, env);
    },
    read: (work) => work((text) => database.query<{ value: string }>(text)),
    stop: async () => {
      await Promise.all(apis.map((api) => api.stop()));
      await database.close();
    },
  };
}

const summary = ({ saved, uploaded, mailed, ordered, paid }: Acknowledged): string =>
  `${saved.size} enquiries, ${uploaded.size} files, ${mailed.size} mails, ${ordered.size} orders and ${paid.size} payments with their receipts`;

const PLANS: { what: string; begin: () => Promise<Victims> }[] = [
  { what: 'an API and its PostgreSQL', begin: embedded },
  ...(SOAK ? [{ what: 'two APIs on one database', begin: twoApis }] : []),
];

test.each(PLANS)(
  `${ROUNDS} kills under load of $what: whatever was acknowledged is there, once`,
  async ({ what, begin }) => {
    const victims = await begin();
    const visitors = sendVisitors(VISITORS, victims.origin);
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        await visitors.answered(randomInt(10, 60));
        await victims.kill(round);
      }
      await visitors.answered(20);
      await visitors.leave();
      const audit: Audit = await victims.read(async (query) => {
        await until(
          async () => (await query(`select id::text as value from mails where status <> 'sent'`)).length === 0,
          MOVED_ON_MS,
        );
        return auditSite(query, dataDir, provider, visitors.acknowledged);
      });
      process.stdout.write(
        `${ROUNDS} kills of ${what}: ${summary(visitors.acknowledged)} were acknowledged; ${audit.lost.length} lost, ${audit.doubled.length} doubled.\n`,
      );
      expect(audit).toEqual({ lost: [], doubled: [] });
    } finally {
      await visitors.leave();
      await victims.stop();
    }
  },
);
