import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';

export interface GuestProcessOptions {
  /** The program of a guest, see guests/guest-main.ts. */
  guestFile: string;
  /** All of a guest's memory, what lies outside the heap included, in MB. */
  memoryMb: number;
}

const SHELL = '/bin/sh';
/** What Node reserves before it has done anything counts as data, too. */
const RESERVED_MB = 768;
/** A guest whose composer was killed while it looped ends at last; any other is replaced then, and nobody notices. */
const CPU_LIMIT_SECONDS = 600;
const OPEN_FILES = 64;
/** Half of the memory for the heap; the rest is Node itself and what lies outside. */
const HEAP_SHARE = 0.5;

/** Users that own nothing, one for each guest: systemd's range for such. */
const UIDS = { first: 61_184, count: 4_000 };
let started = 0;

const nextUid = (): string => {
  if (process.getuid?.() !== 0) return '';
  started += 1;
  return String(UIDS.first + (started % UIDS.count));
};

/**
 * V8's optimizing compilers come to code that was called 20,000 times, after some forty pages, instead of 400. A process that
 * has few visitors needs none of them, and is 4 MB smaller without. Its first 300 pages take a tenth less time in all.
 */
const COMPILED_LATE = [
  '--invocation-count-for-maglev=20000',
  '--invocation-count-for-maglev-osr=20000',
  '--invocation-count-for-early-optimization=20000',
  '--invocation-count-for-turbofan=60000',
  '--invocation-count-for-osr=60000',
];

/**
 * Pages render one after the other. Helping threads for garbage and compilation would each hold memory of their own,
 * and make no page faster. Without them a guest has 10 MB less after 300 pages, at the same rate.
 */
const nodeArguments = ({ guestFile, memoryMb }: GuestProcessOptions): string[] => [
  '--permission',
  `--allow-fs-read=${guestFile}`,
  '--no-experimental-sqlite',
  '--no-warnings',
  `--max-old-space-size=${Math.round(memoryMb * HEAP_SHARE)}`,
  '--max-semi-space-size=1',
  '--single-threaded',
  ...COMPILED_LATE,
  guestFile,
  nextUid(),
];

/** The kernel's own limits hold whatever the code in there does: no file is written, no core is dumped. */
const command = (options: GuestProcessOptions): [string, string[]] => {
  const args = nodeArguments(options);
  if (!existsSync(SHELL)) return [process.execPath, args];
  const dataKb = (options.memoryMb + RESERVED_MB) * 1024;
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -n ${OPEN_FILES}; ulimit -t ${CPU_LIMIT_SECONDS}; ulimit -d ${dataKb}`;
  return [SHELL, ['-c', `${limits}; exec "$0" "$@"`, process.execPath, ...args]];
};

/** Pages that are ready go before pages to be made. */
const PRIORITY = 10;

const giveWay = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // It ended already; callers that wait for it are informed.
  }
};

export interface LaunchedGuest {
  child: ChildProcess;
  /** Both ways between composer and guest. */
  pipe: Socket;
}

/**
 * Starts a process without environment, in a process group of its own, so that no signal of its reaches ours. Whether the
 * program starts arrives by the child's events.
 * @throws Error when the system has no descriptors or processes left
 */
export function launchGuest(options: GuestProcessOptions): LaunchedGuest {
  const [file, args] = command(options);
  const child = spawn(file, args, { env: {}, cwd: '/', detached: true, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  // Without descriptors Node gives a child without pipes, and an event for the error.
  const pipe = child.stdio?.[3] as Socket | undefined;
  if (!pipe || child.pid === undefined) {
    child.on('error', () => {});
    throw new Error('the system has no process or descriptor left for it');
  }
  giveWay(child.pid);
  return { child, pipe };
}
