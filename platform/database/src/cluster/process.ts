import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** True when a process has this number, whichever account runs it. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The command line of a process; undefined where it is unknown. */
const commandLine = async (pid: number): Promise<string | undefined> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    // Without /proc, `ps` prints it, at the cost of a process.
    run('ps', ['-p', String(pid), '-o', 'args=']).then(
      ({ stdout }) => stdout,
      () => undefined,
    ),
  );

/** True when a process runs and is a PostgreSQL, as far as can be known. */
export const isPostgres = async (pid: number): Promise<boolean> => {
  if (!isAlive(pid)) return false;
  const line = await commandLine(pid);
  // Neither /proc nor `ps`: believe the pid file, PostgreSQL itself makes the last check.
  return line === undefined ? isAlive(pid) : /postgres/.test(line);
};
