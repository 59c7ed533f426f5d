/** The cookie that holds a cart. */
export const CART_COOKIE = 'c_cart';

/** A cart as the back end tells of it. */
export interface Cart {
  items: { sku: string; id: string; name: string; quantity: number; price: number; total: number }[];
  count: number;
  total: number;
  /** After something was to be added: false when there is no more of it in stock. */
  isAdded?: boolean;
}

/** The remote's own back end cannot be read, or refused something. */
export class CheckoutApiError extends Error {
  override name = 'CheckoutApiError';
}

/** @throws CheckoutApiError */
async function cartIn(answer: Response): Promise<Cart> {
  if (!answer.ok) throw new CheckoutApiError(`The cart was answered with ${answer.status}.`);
  return (await answer.json()) as Cart;
}

/** The visitor's cart. @throws CheckoutApiError */
export const readCart = async (fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<Cart> =>
  cartIn(await fetch('/api/checkout/cart', { signal }));

const ANSWER_LIMIT_MS = 8_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Sends a form of the cart as a browser would, after the forms that are on their way. Each changes the cart that its
 * cookie brings, so the second of two at once would bring back what the first took out.
 * @returns the changed cart @throws CheckoutApiError, or what `fetch` throws
 */
export function sendCartForm(form: HTMLFormElement): Promise<Cart> {
  const address = form.getAttribute('action') ?? '';
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const headers = { accept: 'application/json' };
  const sent = last.then(async () =>
    cartIn(await fetch(address, { method: 'POST', body, headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })),
  );
  last = sent.catch(() => undefined);
  return sent;
}
