import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { encodeMessage, readMessages } from './frames';
import { residentMb } from './memory';
import { type FromGuest, LARGEST_MESSAGE_BYTES, type ToGuest } from './protocol';
import { WorkWatch } from './work-watch';

export interface GuestProcessOptions {
  /** The program of a guest, see guest-main.ts. */
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
const MEMORY_LOOK_MS = 50;
const LAST_WORDS_CHARS = 2_000;

/** Users that own nothing, one for each guest: systemd's range for such. */
const UIDS = { first: 61_184, count: 4_000 };
let started = 0;

const nextUid = (): string => {
  if (process.getuid?.() !== 0) return '';
  started += 1;
  return String(UIDS.first + (started % UIDS.count));
};

/**
 * V8's optimizing compilers come to code that was called 20,000 times, after some forty pages, instead of 400: a process that
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
 * Pages render one after the other: helping threads for garbage and compilation would each hold memory of their own and
 * save no time that a page takes (10 MB less after 300 pages, at the same rate).
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
    // It ended already; whoever waits for it is told so.
  }
};

const whyEnded = (code: number | null, signal: string | null, lastWords: string): string => {
  if (/heap out of memory|bad_alloc|Failed to allocate|allocation failed/i.test(lastWords)) return 'ran out of memory';
  const thrown = /^\w*Error: .*$/m.exec(lastWords)?.[0];
  return `its process ended with ${signal ?? `code ${code}`}${thrown ? ` (${thrown})` : ''}`;
};

/**
 * A process for code that is not trusted: no environment, no files, no sockets, no processes, a bound on memory. Started
 * in a process group of its own, so that no signal of its reaches ours.
 */
export class GuestProcess {
  /** Resolves with the reason when it ends, whoever ended it. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcess;
  private readonly pipe: Socket;
  private killedFor: string | undefined;
  private onPong: () => void = () => {};
  private memoryTimer: ReturnType<typeof setInterval> | undefined;
  private readonly work: WorkWatch;

  constructor(
    private readonly options: GuestProcessOptions,
    onMessage: (message: Exclude<FromGuest, { type: 'pong' }>) => void,
  ) {
    const [file, args] = command(options);
    this.child = spawn(file, args, {
      env: {},
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    giveWay(this.child.pid);
    this.work = new WorkWatch(this.child.pid);
    let lastWords = '';
    this.child.stderr?.on('data', (part: Buffer) => {
      lastWords = (lastWords + part.toString()).slice(-LAST_WORDS_CHARS);
    });
    this.pipe = this.child.stdio[3] as Socket;
    this.pipe.on('error', () => this.kill('its pipe broke'));
    readMessages(
      this.pipe,
      LARGEST_MESSAGE_BYTES,
      (message) => {
        if ((message as FromGuest).type === 'pong') this.onPong();
        else onMessage(message as Exclude<FromGuest, { type: 'pong' }>);
      },
      ({ message }) => this.kill(message),
    );
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => resolve(`could not be started: ${error.message}`));
      this.child.once('close', (code, signal) => resolve(this.killedFor ?? whyEnded(code, signal, lastWords)));
    });
    void this.ended.then(() => {
      this.watchMemory(false);
      this.work.close();
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  send(message: ToGuest): void {
    if (this.pipe.writable) this.pipe.write(encodeMessage(message));
  }

  /** Whether it answers in time: a process that computes does not. */
  responds(limitMs: number): Promise<boolean> {
    this.send({ type: 'ping' });
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), limitMs);
      this.onPong = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** @param why what is said of it; the first reason given counts */
  kill(why: string): void {
    this.killedFor ??= why;
    this.child.kill('SIGKILL');
  }

  /** Told whenever it begins a piece of work, and when it has none: what takes long gives way. */
  works(on: boolean): void {
    this.work.works(on);
  }

  /** See {@link WorkWatch.takeWaited}. */
  takeWaited(): number {
    return this.work.takeWaited();
  }

  /** Ends it as soon as it takes more memory than it may; while it does nothing there is no need to look. */
  watchMemory(on: boolean): void {
    if (on && this.memoryTimer) return;
    clearInterval(this.memoryTimer);
    this.memoryTimer = undefined;
    if (!on) return;
    this.memoryTimer = setInterval(() => {
      const used = residentMb(this.child.pid);
      if (used > this.options.memoryMb)
        this.kill(`took ${Math.round(used)} MB of memory, of ${this.options.memoryMb} that it may have`);
    }, MEMORY_LOOK_MS);
  }
}
