import { readFileSync } from 'node:fs';

const PAGE_BYTES = 4_096;
const MB = 1024 * 1024;

/** Resident memory of a process in MB; 0 where the system does not tell, or when it has ended. */
export function residentMb(pid: number | undefined): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / MB;
  } catch {
    return 0;
  }
}
