import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Where what is measured runs, and where the load comes from. */
export const CORES = { measured: 0, load: 1 } as const;

/**
 * Ties this process, and all that it starts from now on, to one core.
 * @throws where there are fewer than two cores, or no taskset
 */
export function useOneCore(): void {
  if (cpus().length < 2) throw new Error('What one core serves is measured on two: one for the load.');
  execFileSync('taskset', ['-a', '-c', '-p', String(CORES.measured), String(process.pid)], { stdio: 'ignore' });
}
