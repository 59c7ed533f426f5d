import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, isPostgres } from './process';

const pidFile = (clusterDir: string): string => path.join(clusterDir, 'postmaster.pid');

/**
 * Returns the running server of this database folder, from PostgreSQL's own pid file; undefined when none runs.
 * Removes a pid file that a killed server left: it would keep PostgreSQL from starting. Its number may belong to
 * another program by now. That is common in containers, where numbers start again.
 */
export async function findPostmaster(clusterDir: string) {
  const content = await readFile(pidFile(clusterDir), 'utf8').catch(() => undefined);
  if (content === undefined) return undefined;
  const lines = content.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid))) {
    if (lines.length > 1) await rm(pidFile(clusterDir), { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3] ?? 0), ready: (lines[7] ?? '').trim() === 'ready' };
}

const STOP_PATIENCE_MS = 20_000;

/** Stops the server by a fast shutdown, as PostgreSQL recommends: open transactions are rolled back, commits are kept. */
export async function stopPostmaster(clusterDir: string): Promise<void> {
  const running = await findPostmaster(clusterDir);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  const end = Date.now() + STOP_PATIENCE_MS;
  while (isAlive(running.pid) && Date.now() < end) await wait(20);
  if (isAlive(running.pid)) process.kill(running.pid, 'SIGQUIT');
}
