import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Pages that are ready go before pages to be made: a guest that loops takes what processor time is left. */
const NICENESS = 15;
/** Linux takes such a wish ten times a second at most from who is not root. */
const ATTEMPTS = 5;
const PAUSE_MS = 150;

const isRefusedForNow = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/**
 * Linux may share the processor out among sessions first, whatever the niceness of what runs in them (sched(7),
 * autogroup): a guest leads a session of its own, so that one says what counts.
 */
async function lowerSession(pid: number): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await writeFile(`/proc/${pid}/autogroup`, String(NICENESS));
    } catch (error) {
      // Anything else: there are no such groups here, or the process ended already.
      if (!isRefusedForNow(error)) return;
    }
    await delay(PAUSE_MS, undefined, { ref: false });
  }
}

/** Lets everything else go before a process. Never rejects: it runs on as it did where the system refuses. */
export async function giveWay(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICENESS);
  } catch {
    return;
  }
  await lowerSession(pid);
}
