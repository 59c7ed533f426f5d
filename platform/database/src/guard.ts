import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Waits for a word. When none comes before the line breaks, this process was killed: then PostgreSQL is stopped. */
const SCRIPT = 'read -r word || kill -INT "$0" 2>/dev/null';

/** Sees to it that a killed process leaves no PostgreSQL running for ever. */
export interface Guard {
  /** PostgreSQL is stopped, or someone else's. */
  release(): void;
}

/** @param postmaster number of the PostgreSQL process */
export function guardPostmaster(postmaster: number): Guard {
  // In a group of its own: Ctrl-C in a terminal reaches a whole group, and this has to outlive it.
  const child = spawn('sh', ['-c', SCRIPT, String(postmaster)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  });
  // Where there is no shell there is no guard; the next start then attaches to what was left running.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  (child.stdin as Socket).unref();
  return { release: () => void child.stdin.end('done\n') };
}
