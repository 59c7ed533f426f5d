import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, openEmbedded } from '../embedded';

/** One server for all test files and runs: a start costs half a second, a database in it a few milliseconds. */
const SERVER_DIR = path.join(os.tmpdir(), `api-tests-${process.getuid?.() ?? 'user'}`);

/** A database of one's own on a real PostgreSQL. */
export interface TestDatabase {
  url: string;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

const admin = async (server: EmbeddedPostgres, text: string): Promise<void> => {
  const client = new pg.Client(server.connection);
  await client.connect();
  await client.query(text).finally(() => client.end());
};

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await openEmbedded(SERVER_DIR, 'command', () => undefined);
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await admin(server, `create database ${name}`);
  const { user, password, host, port } = server.connection;
  const pool = new pg.Pool({ ...server.connection, database: name, max: 2 });
  pool.on('error', () => undefined);
  return {
    url: `postgres://${user}:${password}@${host}:${port}/${name}`,
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: async () => {
      await pool.end();
      await admin(server, `drop database ${name} with (force)`);
      await server.close();
    },
  };
}
