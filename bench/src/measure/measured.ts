import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process of a server, and its memory in bytes. */
export interface Measured {
  origin: string;
  pid: number;
  /** What is resident: its own, and as much of Node's program as the system has mapped for it. */
  memory(): number;
  /** What it has to itself. */
  ownMemory(): number;
  stop(): Promise<void>;
}

const bytesIn = (pid: number | undefined, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** What Linux says of the memory of a process. */
export const memoryOf = ({ pid }: ChildProcess): Pick<Measured, 'memory' | 'ownMemory'> => ({
  memory: () => bytesIn(pid, 'VmRSS'),
  ownMemory: () => bytesIn(pid, 'RssAnon'),
});
