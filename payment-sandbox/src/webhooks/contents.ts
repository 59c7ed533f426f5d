import { now } from '../ids';
import type { Entities, EventName, WebhookBody } from '../wire';

/** What an event says, in the provider's wire form. */
export const contentsOf = (event: EventName, { payment, order, refund, dispute }: Entities): WebhookBody => {
  const payload = {
    payment: { entity: payment },
    ...(order && { order: { entity: order } }),
    ...(refund && { refund: { entity: refund } }),
    ...(dispute && { dispute: { entity: dispute } }),
  };
  const contains = Object.keys(payload);
  return { entity: 'event', account_id: 'acc_sandbox0000000', event, contains, payload, created_at: now() };
};
