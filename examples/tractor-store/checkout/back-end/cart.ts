import { variants } from './data/variants';

/** The cookie that holds a cart: `CL-01-GR_2.AU-02-OG_1`. */
const CART_COOKIE = 'c_cart';

const MOST_LINES = 30;
const LINE = /^([A-Z]{2}-\d{2}-[A-Z]{2})_(\d{1,2})$/;
const WEEK_SECONDS = 7 * 24 * 60 * 60;

/** Pieces by SKU. */
export type Cart = ReadonlyMap<string, number>;

const variantOf = (sku: string) => variants.find((variant) => variant.sku === sku);

/** The cart of a request: of each line what is in stock. Lines that cannot be read, or have nothing in stock, are left out. */
export function readCart(cookieHeader: string | undefined): Cart {
  const value = new RegExp(`(?:^|; *)${CART_COOKIE}=([^;]*)`).exec(cookieHeader ?? '')?.[1] ?? '';
  const lines = value
    .split('.')
    .slice(0, MOST_LINES)
    .map((text): [string, number] => {
      const [, sku = '', pieces = 0] = LINE.exec(text) ?? [];
      return [sku, Math.min(Number(pieces), variantOf(sku)?.inventory ?? 0)];
    });
  return new Map(lines.filter(([, quantity]) => quantity > 0));
}

/** The header that has a browser keep a cart. */
export function cartCookie(cart: Cart): string {
  const value = [...cart].map(([sku, quantity]) => `${sku}_${quantity}`).join('.');
  return `${CART_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${cart.size > 0 ? WEEK_SECONDS : 0}`;
}

/** @returns the same cart when there is nothing left to add, or no such variant */
export function withOneMore(cart: Cart, sku: string): Cart {
  const variant = variantOf(sku);
  const quantity = cart.get(sku) ?? 0;
  const isFull = quantity === 0 && cart.size >= MOST_LINES;
  if (!variant || isFull || quantity >= variant.inventory) return cart;
  return new Map([...cart, [sku, quantity + 1]]);
}

export const without = (cart: Cart, sku: string): Cart => new Map([...cart].filter(([one]) => one !== sku));

/** A cart as visitors see it. Prices are today's. */
export function shownCart(cart: Cart) {
  const items = [...cart].flatMap(([sku, quantity]) => {
    const variant = variantOf(sku);
    if (!variant) return [];
    const { id, name, price } = variant;
    return [{ sku, id, name, quantity, price, total: price * quantity }];
  });
  return {
    items,
    count: items.reduce((sum, { quantity }) => sum + quantity, 0),
    total: items.reduce((sum, { total }) => sum + total, 0),
  };
}
