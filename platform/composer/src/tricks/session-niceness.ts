import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Linux takes such a wish ten times a second at most from who is not root. */
const ATTEMPTS = 20;
const PAUSE_MS = 60;

const isRefusedForNow = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/**
 * How much a process that leads a session gives way to others. Linux may share the processor out among sessions first,
 * whatever the niceness of what runs in them (sched(7), autogroup). Where it does not, nothing is done here.
 */
export class SessionNiceness {
  private wanted = 0;
  private applied = 0;
  private writing: Promise<void> | undefined;

  constructor(private readonly pid: number | undefined) {}

  /**
   * Resolves when the system knows, or will not listen.
   * @param niceness 0 to 19, the most yielding
   */
  set(niceness: number): Promise<void> {
    this.wanted = niceness;
    if (this.applied === niceness && !this.writing) return Promise.resolve();
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  private async write(): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS && this.applied !== this.wanted; attempt += 1) {
      const { wanted } = this;
      try {
        await writeFile(`/proc/${this.pid}/autogroup`, String(wanted));
        this.applied = wanted;
      } catch (error) {
        // Anything else: there are no such groups here, or the process ended already.
        if (!isRefusedForNow(error)) return;
        await delay(PAUSE_MS, undefined, { ref: false });
      }
    }
  }
}
