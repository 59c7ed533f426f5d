import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  type ClusterConnection,
  clusterConnection,
  clusterDirOf,
  ensureCluster,
  type Settings,
  startCluster,
} from './cluster/cluster';
import { findPostmaster, stopPostmaster } from './cluster/postmaster';
import { messageOf, StartError } from './errors';

/** Makes a folder and its parents one by one. Node's recursive `mkdir` never returns for a path such as /proc/x. */
const makeFolder = async (folder: string): Promise<void> => {
  const known = await stat(folder).catch(() => undefined);
  if (known?.isDirectory()) return;
  if (path.dirname(folder) !== folder) await makeFolder(path.dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another start made the folder first. A file in its place fails the probe.
    if (error.code !== 'EEXIST') throw error;
  });
};

/** @throws when nothing can be written into the folder */
export async function probeFolder(folder: string): Promise<void> {
  const probe = path.join(folder, `.probe-${randomUUID()}`);
  await writeFile(probe, 'x');
  await rm(probe);
}

/** Makes the data folder. @throws StartError when it cannot be used */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await probeFolder(dataDir);
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written (${messageOf(error)}); make it writable or choose another folder.`,
    );
  }
}

/** Reads a line from this process. A pipe that closes without a line means a kill: the script then stops PostgreSQL. */
const SCRIPT = 'read -r word || kill -INT "$0" 2>/dev/null';

/**
 * Starts a guard, which stops PostgreSQL when this process is killed.
 * @param postmaster number of the PostgreSQL process
 * @returns ends the guard, once PostgreSQL is stopped or left to other processes
 */
function guardPostmaster(postmaster: number): () => void {
  // The guard has its own process group: Ctrl-C in a terminal reaches a whole group, and the guard must outlive it.
  const child = spawn('sh', ['-c', SCRIPT, String(postmaster)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  // Without a shell there is no guard; the next start then attaches to the server left running.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as Socket).unref();
  return () => void child.stdin.end('done\n');
}

/** Advisory locks. Sessions hold them, so they vanish with a killed process; a lock file could go stale. */
const SITE_LOCK = 7_301_001;
const USERS_LOCK = 7_301_002;

const START_PATIENCE_MS = 60_000;

/** A `site` is alone on its folder. A `command` may run beside it. */
export type Role = 'site' | 'command';

interface Session {
  client: pg.Client;
  connection: ClusterConnection;
  endGuard: (() => void) | undefined;
}

interface EmbeddedOptions {
  /** The server's port, where others look for it again. Default: a free port. */
  port?: number;
  /** Settings beyond every site's, for a server that this call starts. */
  settings?: Settings;
}

const reach = async (dataDir: string, { port, settings }: EmbeddedOptions): Promise<number | undefined> => {
  const running = await findPostmaster(clusterDirOf(dataDir));
  if (running) return running.ready ? running.port : undefined;
  return startCluster(dataDir, port, settings);
};

const occupy = async (connection: ClusterConnection, role: Role, dataDir: string): Promise<pg.Client> => {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    application_name: role,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
  if (role === 'site') {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [SITE_LOCK]);
    if (!rows[0]?.free) {
      await client.end();
      throw new StartError(
        `Another site is running on DATA_DIR ${dataDir}; stop it, or give this one a folder of its own.`,
      );
    }
  }
  return client;
};

const open = async (dataDir: string, role: Role, options: EmbeddedOptions): Promise<Session> => {
  const end = Date.now() + START_PATIENCE_MS;
  let problem = 'it did not become ready';
  let pause = 50;
  while (Date.now() < end) {
    const port = await reach(dataDir, options);
    if (port) {
      const connection = await clusterConnection(dataDir, port);
      try {
        const client = await occupy(connection, role, dataDir);
        const postmaster = await findPostmaster(clusterDirOf(dataDir));
        return { client, connection, endGuard: postmaster && guardPostmaster(postmaster.pid) };
      } catch (error) {
        if (error instanceof StartError) throw error;
        problem = messageOf(error);
      }
    }
    await wait(pause);
    pause = Math.min(pause * 1.5, 1000);
  }
  throw new StartError(
    `The database in ${dataDir} could not be started within ${START_PATIENCE_MS / 1000} s (${problem}); see postgres.log there.`,
  );
};

/**
 * Releases the hold on the server.
 * @returns true when nobody else uses the server; false when the server is gone. Of two processes that release it at
 * the same moment, the first to be alone stops it.
 */
const isLeftAlone = async (client: pg.Client): Promise<boolean> => {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [USERS_LOCK]);
    return rows[0]?.alone === true;
  } catch {
    return false;
  }
};

/** A hold on the embedded PostgreSQL of a data folder. */
export type EmbeddedPostgres = Awaited<ReturnType<typeof openEmbedded>>;

/**
 * Starts PostgreSQL in the data folder or attaches to one that runs there, and brings it back when it dies.
 * @throws StartError when the folder is unusable, or another site runs on it
 */
export async function openEmbedded(
  dataDir: string,
  role: Role,
  onTrouble: (text: string) => void,
  options: EmbeddedOptions = {},
) {
  await prepareDataDir(dataDir);
  await ensureCluster(dataDir);
  let session = await open(dataDir, role, options);
  let closing = false;
  let revival: Promise<void> | undefined;

  const watch = () => {
    session.client.once('end', () => {
      if (!closing) revival = revive();
    });
  };
  const revive = async (): Promise<void> => {
    onTrouble('The embedded PostgreSQL went away; bringing it back.');
    session.endGuard?.();
    while (!closing) {
      try {
        // The same port, because the pools of this process know no other.
        session = await open(dataDir, role, { ...options, port: session.connection.port });
        watch();
        onTrouble('The embedded PostgreSQL is back.');
        return;
      } catch (error) {
        onTrouble(messageOf(error));
        await wait(1000);
      }
    }
  };
  watch();

  return {
    connection: session.connection,
    /** Releases the hold, and stops the server when nobody else uses it. */
    close: async (): Promise<void> => {
      closing = true;
      await revival;
      const { client } = session;
      const stopping = (await isLeftAlone(client)) && stopPostmaster(clusterDirOf(dataDir));
      await Promise.resolve(stopping).catch((error: unknown) => onTrouble(messageOf(error)));
      await client.end().catch(() => undefined);
      session.endGuard?.();
    },
  };
}
