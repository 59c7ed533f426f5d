import type { Settings } from './settings';
import { type Entities, type EventName, makeId, now, sign, type WebhookBody } from './wire';

const NO_CONTROLS = { delay: 0, duplicate: 0, hold: false, beforeConfirmation: false };
const ATTEMPTS_MAX = 8;
const ANSWER_TIMEOUT_MS = 5000;
/** Before the first retry; doubled each time. */
const RETRY_MS = 1000;
const DELIVERIES_MAX = 1000;
const CONFIRMATION_WAIT_MS = 10_000;

/** How events leave, for tests. All off: as soon as they happen, once. */
interface WebhookControls {
  /** Milliseconds between the event and its first delivery. */
  delay: number;
  /** How many more times each event is sent after it was accepted. */
  duplicate: number;
  /** True keeps events until they are released. */
  hold: boolean;
  /** True lets the browser know of its payment only after the events were delivered. */
  beforeConfirmation: boolean;
  /** Signs the events that are made from now on; those that wait for a retry keep the signature they have. */
  secret: string;
}

/** One event and what became of it. */
interface Delivery {
  id: string;
  event: EventName;
  orderId: string;
  paymentId: string;
  status: 'held' | 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** The merchant's last answer, or why there was none. */
  lastAnswer: string | undefined;
  /** The exact bytes that are signed and sent. */
  body: string;
  signature: string;
}

/** Sends signed events to the merchant: at least once, with retries and back-off, in no promised order. */
export class Webhooks {
  controls: WebhookControls;
  #deliveries: Delivery[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #onTheWire = new Set<Promise<boolean>>();
  #stopped = false;

  constructor(
    private readonly settings: Settings,
    private readonly retryMs = RETRY_MS,
  ) {
    this.controls = { ...NO_CONTROLS, secret: settings.webhookSecret };
  }

  /** Oldest first. */
  get deliveries(): readonly Delivery[] {
    return this.#deliveries;
  }

  reset(): void {
    this.controls = { ...NO_CONTROLS, secret: this.settings.webhookSecret };
    this.#deliveries = [];
  }

  /** Queues an event. Resolves at once, or after its delivery when the controls ask for that. */
  async emit(event: EventName, entities: Entities): Promise<void> {
    if (this.settings.webhookUrl === '' || this.#stopped) return;
    // Made now: what the event says, and with which secret it is signed, must not change until it arrives.
    const body = JSON.stringify(contentsOf(event, entities));
    const delivery: Delivery = {
      id: makeId('evt'),
      event,
      orderId: entities.payment.order_id,
      paymentId: entities.payment.id,
      status: this.controls.hold ? 'held' : 'pending',
      attempts: 0,
      lastAnswer: undefined,
      body,
      signature: sign(body, this.controls.secret),
    };
    this.#deliveries.push(delivery);
    if (this.#deliveries.length > DELIVERIES_MAX) this.#deliveries.shift();
    if (this.controls.hold) return;
    const sent = this.#deliver(delivery, this.controls);
    if (this.controls.beforeConfirmation) await Promise.race([sent, this.#wait(CONFIRMATION_WAIT_MS)]);
  }

  /**
   * Sends events that were held, one after the other.
   * @param events which, in this order; all in order of origin when left out
   */
  async release(events?: readonly string[]): Promise<number> {
    const held = this.#deliveries.filter((delivery) => delivery.status === 'held');
    const chosen = events ? events.flatMap((event) => held.filter((delivery) => delivery.event === event)) : held;
    for (const delivery of chosen) await this.#deliver(delivery, { ...this.controls, delay: 0 });
    return chosen.length;
  }

  /** Drops what waits for its time and lets what is on the wire finish. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.allSettled(this.#onTheWire);
  }

  async #deliver(delivery: Delivery, { delay, duplicate }: WebhookControls): Promise<void> {
    delivery.status = 'pending';
    if (delay > 0) await this.#wait(delay);
    while (!this.#stopped && delivery.attempts < ATTEMPTS_MAX) {
      if (await this.#post(delivery)) {
        delivery.status = 'delivered';
        for (let more = 0; more < duplicate; more += 1) await this.#post(delivery);
        return;
      }
      await this.#wait(this.retryMs * 2 ** (delivery.attempts - 1));
    }
    delivery.status = 'failed';
  }

  #post(delivery: Delivery): Promise<boolean> {
    delivery.attempts += 1;
    const sending = this.#send(delivery).finally(() => this.#onTheWire.delete(sending));
    this.#onTheWire.add(sending);
    return sending;
  }

  async #send(delivery: Delivery): Promise<boolean> {
    try {
      const response = await fetch(this.settings.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1 (sandbox)',
          'x-razorpay-event-id': delivery.id,
          'x-razorpay-signature': delivery.signature,
        },
        body: delivery.body,
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      delivery.lastAnswer = String(response.status);
      return response.ok;
    } catch (error) {
      delivery.lastAnswer = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.add(timer);
    });
  }
}

/** What an event says, in the provider's wire form. */
const contentsOf = (event: EventName, { payment, order, refund, dispute }: Entities): WebhookBody => {
  const payload = {
    payment: { entity: payment },
    ...(order && { order: { entity: order } }),
    ...(refund && { refund: { entity: refund } }),
    ...(dispute && { dispute: { entity: dispute } }),
  };
  const contains = Object.keys(payload);
  return { entity: 'event', account_id: 'acc_sandbox0000000', event, contains, payload, created_at: now() };
};
