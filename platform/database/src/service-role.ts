import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { type ClusterConnection, clusterDirOf } from './cluster/cluster';

/** Processes of one service that start at once make the role and the database once. */
const ROLE_LOCK = 7_301_005;

/** A connection beside the pool. */
export async function connect(target: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Kept beside the server's own password, which is as secret. */
async function passwordOf(dataDir: string, service: string): Promise<string> {
  const file = path.join(clusterDirOf(dataDir), `${service}-password`);
  await writeFile(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return (await readFile(file, 'utf8')).trim();
}

/** The role and the database of a service, made at first need. Its role can connect to that database only. */
export async function serviceRole(admin: ClusterConnection, service: string, dataDir: string) {
  const client = await connect(admin);
  try {
    await client.query('select pg_advisory_lock($1)', [ROLE_LOCK]);
    const password = await passwordOf(dataDir, service);
    const role = client.escapeIdentifier(service);
    const known = await client.query('select 1 from pg_roles where rolname = $1', [service]);
    const verb = known.rowCount ? 'alter' : 'create';
    await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`);
    const databases = await client.query('select 1 from pg_database where datname = $1', [service]);
    if (!databases.rowCount) await client.query(`create database ${role}`);
    for (const name of [admin.database, 'template1', service])
      await client.query(`revoke all on database ${client.escapeIdentifier(name)} from public`);
    await client.query(`grant connect on database ${role} to ${role}`);
    return { role, own: { ...admin, user: service, password, database: service } };
  } finally {
    await client.end();
  }
}
