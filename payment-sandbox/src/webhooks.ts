import { setTimeout as wait } from 'node:timers/promises';
import type { Order, Payment, Refund } from './bank';
import type { Settings } from './settings';
import { makeId, now, sign } from './wire';

/** Controls of the delivery of events, for tests. With all off, each event is sent once, at once. */
export const NO_CONTROLS = {
  /** Number of further deliveries of each event after it was accepted. */
  duplicate: 0,
  /** True keeps events until they are released. */
  hold: false,
  /** True: the browser learns of its payment only after the events were delivered, or after 10 s. */
  beforeConfirmation: false,
};

const ATTEMPTS_MAX = 8;
const ANSWER_TIMEOUT_MS = 5000;
/** Delay before the first retry; each further retry doubles it. */
const RETRY_MS = 1000;
const DELIVERIES_MAX = 1000;
const CONFIRMATION_WAIT_MS = 10_000;

/** The entities that an event carries. Every event here carries the payment. */
interface Entities {
  payment: Payment;
  order?: Order;
  refund?: Refund;
}

interface Delivery {
  id: string;
  event: string;
  orderId: string;
  status: 'held' | 'pending' | 'delivered' | 'failed';
  attempts: number;
  /** Status of the merchant's last response, or the error without one. */
  lastAnswer: string | undefined;
  body: string;
}

/** Sends signed events to the merchant at least once, with retries and backoff, without a guaranteed order. */
export class Webhooks {
  controls = { ...NO_CONTROLS };
  /** Oldest first. */
  deliveries: Delivery[] = [];
  readonly #stopped = new AbortController();

  constructor(
    private readonly settings: Settings,
    private readonly retryMs = RETRY_MS,
  ) {}

  /** Queues an event. Resolves at once, or after its delivery when the controls ask for that. */
  async emit(event: string, { payment, ...others }: Entities): Promise<void> {
    if (this.settings.webhookUrl === '' || this.#stopped.signal.aborted) return;
    const entities = Object.entries({ payment, ...others });
    const payload = Object.fromEntries(entities.map(([name, entity]) => [name, { entity }]));
    // Serialised now, because the content of the event must not change until it arrives.
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_sandbox0000000',
      event,
      contains: Object.keys(payload),
      payload,
      created_at: now(),
    });
    const isHeld = this.controls.hold;
    const delivery: Delivery = {
      id: makeId('evt'),
      event,
      orderId: payment.order_id,
      status: isHeld ? 'held' : 'pending',
      attempts: 0,
      lastAnswer: undefined,
      body,
    };
    this.deliveries.push(delivery);
    if (this.deliveries.length > DELIVERIES_MAX) this.deliveries.shift();
    if (isHeld) return;
    const sent = this.#deliver(delivery);
    if (this.controls.beforeConfirmation)
      await Promise.race([sent, wait(CONFIRMATION_WAIT_MS, undefined, { ref: false })]);
  }

  /**
   * Sends held events, one after the other.
   * @param events names of the events to send, in this order; default: all, oldest first
   */
  async release(events?: readonly string[]): Promise<number> {
    const held = this.deliveries.filter((delivery) => delivery.status === 'held');
    const chosen = events ? events.flatMap((event) => held.filter((delivery) => delivery.event === event)) : held;
    for (const delivery of chosen) await this.#deliver(delivery);
    return chosen.length;
  }

  /** Drops events that wait for a retry, and aborts those on the wire. */
  stop(): void {
    this.#stopped.abort();
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { signal } = this.#stopped;
    const { duplicate } = this.controls;
    delivery.status = 'pending';
    while (!signal.aborted && delivery.attempts < ATTEMPTS_MAX) {
      if (await this.#send(delivery)) {
        delivery.status = 'delivered';
        for (let more = 0; more < duplicate; more += 1) await this.#send(delivery);
        return;
      }
      await wait(this.retryMs * 2 ** (delivery.attempts - 1), undefined, { signal }).catch(() => undefined);
    }
    delivery.status = 'failed';
  }

  async #send(delivery: Delivery): Promise<boolean> {
    delivery.attempts += 1;
    try {
      const response = await fetch(this.settings.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1 (sandbox)',
          'x-razorpay-event-id': delivery.id,
          'x-razorpay-signature': sign(delivery.body, this.settings.webhookSecret),
        },
        body: delivery.body,
        signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      delivery.lastAnswer = String(response.status);
      return response.ok;
    } catch (error) {
      delivery.lastAnswer = error instanceof Error ? error.message : String(error);
      return false;
    }
  }
}
