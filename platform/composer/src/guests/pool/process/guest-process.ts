import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { WorkWatch } from '../../../tricks/work-watch';
import { type GuestProcessOptions, type LaunchedGuest, launchGuest } from './launch-guest';

/** Who is to blame for the end of a guest: nobody (it was asked for), the machine, the release, or its breach of the protocol. */
type EndCause = 'wanted' | 'machine' | 'release' | 'breach';

export interface GuestEnd {
  why: string;
  cause: EndCause;
}

/** How often a guest's memory is looked at: one that was asked for nothing may work all the same. */
const MEMORY_LOOK_MS = { busy: 50, idle: 1_000 } as const;
const LAST_WORDS_CHARS = 2_000;
/** A guest that writes errors all the time costs the composer ten reads a second. */
const STDERR_REST_MS = 100;

const whyEnded = (code: number | null, signal: string | null, lastWords: string): string => {
  if (/heap out of memory|bad_alloc|Failed to allocate|allocation failed/i.test(lastWords)) return 'ran out of memory';
  const thrown = /^\w*Error: .*$/m.exec(lastWords)?.[0];
  return `its process ended with ${signal ?? `code ${code}`}${thrown ? ` (${thrown})` : ''}`;
};

/** Keeps the end of what a guest writes to its standard error. @returns gives it */
function keepLastWords(stderr: Readable | null): () => string {
  let words = '';
  stderr?.on('error', () => {});
  stderr?.on('data', (part: Buffer) => {
    words = (words + part.subarray(-LAST_WORDS_CHARS).toString()).slice(-LAST_WORDS_CHARS);
    stderr.pause();
    setTimeout(() => stderr.resume(), STDERR_REST_MS);
  });
  return () => words;
}

/**
 * A process for code that is not trusted: no environment, no files, no sockets, no processes, a bound on memory.
 * It never throws: one that cannot be started has ended.
 */
export class GuestProcess {
  /** Resolves when it ends, whoever ended it. */
  readonly ended: Promise<GuestEnd>;
  private readonly launched: LaunchedGuest | undefined;
  private readonly work: WorkWatch;
  private killed: GuestEnd | undefined;
  private watched: keyof typeof MEMORY_LOOK_MS | undefined;
  private isOver = false;
  private memoryTimer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly options: GuestProcessOptions) {
    try {
      this.launched = launchGuest(options);
      this.ended = this.watchEnd(this.launched);
    } catch (error) {
      this.ended = Promise.resolve({ why: `could not be started: ${error}`, cause: 'machine' });
    }
    this.work = new WorkWatch(this.pid);
    void this.ended.then(() => {
      this.isOver = true;
      clearInterval(this.memoryTimer);
      this.work.close();
    });
  }

  get pid(): number | undefined {
    return this.launched?.child.pid;
  }

  /** Undefined when it could not be started. */
  get pipe(): Socket | undefined {
    return this.launched?.pipe;
  }

  /** The first reason given counts. */
  kill(why: string, cause: EndCause): void {
    this.killed ??= { why, cause };
    this.launched?.child.kill('SIGKILL');
  }

  /** Call it when work begins and when none is left: long work lowers its priority. */
  setBusy(busy: boolean): void {
    this.work.setBusy(busy);
  }

  /** See {@link WorkWatch.consumeWaitedTime}. */
  consumeWaitedTime(): number {
    return this.work.consumeWaitedTime();
  }

  /** Ends it as soon as it takes more memory than it may. */
  watchMemory(activity: keyof typeof MEMORY_LOOK_MS): void {
    if (this.isOver || this.watched === activity) return;
    this.watched = activity;
    clearInterval(this.memoryTimer);
    this.memoryTimer = setInterval(() => this.lookAtMemory(), MEMORY_LOOK_MS[activity]);
    this.memoryTimer.unref();
  }

  private lookAtMemory(): void {
    const used = residentMb(this.pid);
    const { memoryMb } = this.options;
    if (used > memoryMb) this.kill(`took ${Math.round(used)} MB of memory, of ${memoryMb} that it may have`, 'release');
  }

  private watchEnd({ child }: LaunchedGuest): Promise<GuestEnd> {
    const lastWords = keepLastWords(child.stderr);
    return new Promise((resolve) => {
      child.on('error', (error) => {
        if (child.pid === undefined) resolve({ why: `could not be started: ${error.message}`, cause: 'machine' });
      });
      child.once('close', (code, signal) =>
        resolve(this.killed ?? { why: whyEnded(code, signal, lastWords()), cause: 'release' }),
      );
    });
  }
}

const PAGE_BYTES = 4_096;
const MB = 1024 * 1024;

/** Resident memory of a process in MB; 0 where the system does not tell, or when it has ended. */
function residentMb(pid: number | undefined): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MB;
  } catch {
    return 0;
  }
}
