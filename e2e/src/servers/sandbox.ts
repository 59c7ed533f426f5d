/** An event of the payment sandbox and the state of its delivery. */
export interface Delivery {
  event: string;
  orderId: string;
  status: string;
  attempts: number;
  /** Status of the API's last response. */
  lastAnswer: string;
}

async function call<T>(path: string, body?: object): Promise<T> {
  const { SITE_SANDBOX } = process.env;
  if (!SITE_SANDBOX) throw new Error('Name the address of the payment sandbox in SITE_SANDBOX.');
  const response = await fetch(
    `${SITE_SANDBOX}/sandbox${path}`,
    body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Sets when and how often events are sent; see the sandbox's README. */
export const controlWebhooks = (controls: {
  hold?: boolean;
  duplicate?: number;
  beforeConfirmation?: boolean;
}): Promise<unknown> => call('/webhooks', controls);

/** Sends the held events in this order, and waits until the API has taken them. */
export const releaseWebhooks = (...events: string[]): Promise<unknown> => call('/webhooks/release', { events });

/** Makes the API's next calls to the provider fail. @param times number of these calls */
export const failProvider = (kind: 'error' | 'garbage' | 'no-id', times: number): Promise<unknown> =>
  call('/faults', { kind, times });

/** Switches all controls off. */
export const resetSandbox = (): Promise<unknown> => call('/reset', {});

/** Deliveries for an order, oldest first. */
export async function deliveriesOf(orderId: string): Promise<Delivery[]> {
  const { deliveries } = await call<{ deliveries: Delivery[] }>('');
  return deliveries.filter((delivery) => delivery.orderId === orderId);
}
