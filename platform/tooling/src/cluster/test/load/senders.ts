import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { enquiryForm } from './enquiry-form';

const TRY_AGAIN_MS = 1_000;
const ATTEMPTS = 60;
const TIMEOUT_MS = 30_000;

/** People who send enquiries at a steady pace, and press "Try again" for a minute when one does not arrive. */
export class Senders {
  sent = 0;
  /** Sent again, because nobody had said that it arrived. */
  repeated = 0;
  /** Ids of those that the site thanked for. */
  readonly thanked = new Set<string>();
  readonly givenUp = new Set<string>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly underWay = new Set<Promise<void>>();

  constructor(
    private readonly origin: string,
    private readonly perSecond: number,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.sent += 1;
      const sending = this.send(randomUUID()).finally(() => this.underWay.delete(sending));
      this.underWay.add(sending);
    }, 1000 / this.perSecond);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }

  private async send(id: string): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const answer = await fetch(`${this.origin}/api/save_home_form.php`, {
        method: 'POST',
        body: enquiryForm(id),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => undefined);
      const said = await answer?.text().catch(() => undefined);
      if (answer?.ok && said !== undefined) return void this.thanked.add(id);
      this.repeated += 1;
      await wait(TRY_AGAIN_MS);
    }
    this.givenUp.add(id);
  }
}
