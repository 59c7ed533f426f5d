import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, isPostgres } from './process';

/** A running PostgreSQL server, as its own pid file tells. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

const pidFile = (clusterDir: string): string => path.join(clusterDir, 'postmaster.pid');

/**
 * Reads who serves this database folder.
 * A pid file left by a killed server is removed: it would keep PostgreSQL from starting. Its number may belong to
 * another program by now. That is common in containers, where numbers start again.
 */
export async function findPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
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

/** Stops the server as PostgreSQL recommends: open transactions are rolled back, everything committed is kept. */
export async function stopPostmaster(clusterDir: string, patienceMs = 20_000): Promise<void> {
  const running = await findPostmaster(clusterDir);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  const end = Date.now() + patienceMs;
  while (isAlive(running.pid) && Date.now() < end) await wait(20);
  if (isAlive(running.pid)) process.kill(running.pid, 'SIGQUIT');
}
