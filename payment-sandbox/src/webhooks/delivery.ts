import type { EventName } from '../wire';

/** How events leave, for tests. All off: as soon as they happen, once. */
export interface WebhookControls {
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
export interface Delivery {
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
