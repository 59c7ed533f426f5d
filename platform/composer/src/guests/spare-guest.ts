import type { Guest } from './guest';

/** One started process ahead, so that who needs a new one waits for its code only. */
export class SpareGuest {
  private spare: { guest: Guest; tell: { onChange: (guest: Guest) => void } } | undefined;
  private closed = false;

  constructor(private readonly start: (onChange: (guest: Guest) => void) => Guest) {}

  /** @param onChange told when the guest is ready, and whenever it could take more */
  take(onChange: (guest: Guest) => void): Guest {
    const { guest, tell } = this.spare ?? this.begin();
    tell.onChange = (changed) => {
      // The next one is started when this one no longer needs the processor for its start.
      if (!this.spare && !this.closed) this.prepare();
      onChange(changed);
    };
    this.spare = undefined;
    return guest;
  }

  prepare(): void {
    const spare = this.begin();
    this.spare = spare;
    void spare.guest.ended.then(() => {
      if (this.spare === spare) this.spare = undefined;
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    this.spare?.guest.kill('was no longer needed');
    await this.spare?.guest.ended;
  }

  private begin() {
    const tell = { onChange: (_guest: Guest) => {} };
    return { guest: this.start((guest) => tell.onChange(guest)), tell };
  }
}
