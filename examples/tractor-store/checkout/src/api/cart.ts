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

/** Sends a form of the cart as a browser would, and gets the changed cart. @throws CheckoutApiError, or what `fetch` throws */
export const sendCartForm = async (form: HTMLFormElement): Promise<Cart> =>
  cartIn(
    await fetch(form.getAttribute('action') ?? '', {
      method: 'POST',
      body: new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])),
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    }),
  );
