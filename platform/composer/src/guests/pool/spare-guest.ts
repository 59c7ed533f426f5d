import type { Guest } from './guest';
import type { GuestWatcher } from './guest-watcher';

interface Spare {
  guest: Guest;
  /** Who took it; nobody at first. */
  taker: GuestWatcher | undefined;
}

/** After a process that could not be started: the machine has to recover. */
const FAILED_REST_MS = 1_000;

/** One started process ahead, so that who needs a new one waits for its code only. */
export class SpareGuest {
  private spare: Spare | undefined;
  private isClosed = false;
  private notBefore = 0;

  constructor(private readonly start: (watcher: GuestWatcher) => Guest) {}

  take(watcher: GuestWatcher): Guest {
    const taken = this.spare ?? this.begin();
    taken.taker = watcher;
    this.spare = undefined;
    return taken.guest;
  }

  prepare(): void {
    const spare = this.begin();
    this.spare = spare;
    void spare.guest.ended.then(({ cause }) => {
      if (this.spare === spare) this.spare = undefined;
      if (cause === 'machine') this.notBefore = performance.now() + FAILED_REST_MS;
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.spare?.guest.kill('was no longer needed');
    await this.spare?.guest.ended;
  }

  private begin(): Spare {
    const spare: Omit<Spare, 'guest'> = { taker: undefined };
    const guest = this.start({
      onChange: (changed) => {
        // The next one is started when this one no longer needs the processor for its start.
        if (!this.spare && !this.isClosed && performance.now() > this.notBefore) this.prepare();
        spare.taker?.onChange(changed);
      },
      onTakenBack: (tasks) => spare.taker?.onTakenBack(tasks),
      onWork: (ms) => spare.taker?.onWork(ms),
    });
    return Object.assign(spare, { guest });
  }
}
