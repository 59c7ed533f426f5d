import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Measured {
  origin: string;
  pid: number;
  /** Resident memory in bytes. */
  memory(): number;
  stop(): Promise<void>;
}

/** Resident memory of a process in bytes. */
export const resident = ({ pid }: ChildProcess): number =>
  Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
