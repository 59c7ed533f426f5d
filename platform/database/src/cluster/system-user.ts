import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartError } from '../errors';

const run = promisify(execFile);

/** Whose rights PostgreSQL runs with; undefined means those of this process. */
export type SystemUser = { uid: number; gid: number } | undefined;

const ACCOUNT = 'postgres';

const lookUp = async (): Promise<SystemUser> => {
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, ACCOUNT])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
};

/**
 * PostgreSQL refuses to run as root. So root runs it as the owner of an existing database folder, else as the account
 * `postgres`, which is made when it is missing.
 * @throws StartError when that account cannot be made
 */
export async function systemUser(clusterDir: string): Promise<SystemUser> {
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
