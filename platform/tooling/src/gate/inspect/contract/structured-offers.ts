/** Something that a page offers for money, in hundredths of the currency. */
export interface OfferedPrice {
  /** What it is, as the API's catalogue names it; undefined where the page does not say. */
  sku?: string | undefined;
  amount: number;
  currency: string;
}

const JSON_LD = /<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g;

const offersIn = (value: unknown): OfferedPrice[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(offersIn);
  const { '@type': type, price, priceCurrency, sku, ...rest } = value as Record<string, unknown>;
  const own =
    type === 'Offer' && price !== undefined
      ? [
          {
            sku: typeof sku === 'string' ? sku : undefined,
            amount: Math.round(Number(price) * 100),
            currency: String(priceCurrency),
          },
        ]
      : [];
  return [...own, ...Object.values(rest).flatMap(offersIn)];
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The offers that a page tells search engines of (schema.org). */
export const structuredOffers = (html: string): OfferedPrice[] =>
  [...html.matchAll(JSON_LD)].flatMap(([, text = '']) => offersIn(parse(text)));
