import { closeSync, openSync, readSync } from 'node:fs';

/** What became of a process's main thread since it started, in ms. */
export interface ProcessorTime {
  /** It had a processor. */
  ran: number;
  /** It could have gone on, and others had all processors. */
  waited: number;
}

const LONGEST_LINE = 128;
const NS_PER_MS = 1e6;

/** Tells of a process how long it computed, and how long it was kept from it. Only Linux says so: elsewhere it is never known. */
export class ProcessorClock {
  private file: number | undefined;
  private readonly line = Buffer.alloc(LONGEST_LINE);

  constructor(pid: number | undefined) {
    try {
      this.file = openSync(`/proc/${pid}/schedstat`, 'r');
    } catch {
      this.file = undefined;
    }
  }

  /** @returns undefined where the system does not say, or when the process has ended */
  read(): ProcessorTime | undefined {
    if (this.file === undefined) return undefined;
    try {
      const length = readSync(this.file, this.line, 0, LONGEST_LINE, 0);
      const [ran = 0, waited = 0] = this.line.toString('latin1', 0, length).split(' ').map(Number);
      return { ran: ran / NS_PER_MS, waited: waited / NS_PER_MS };
    } catch {
      return undefined;
    }
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }
}
