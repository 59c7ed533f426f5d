import type { Fault } from '../../check';

/** Something that a page offers for money, in hundredths of the currency. */
export interface OfferedPrice {
  amount: number;
  currency: string;
}

const JSON_LD = /<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g;

const offersIn = (value: unknown): OfferedPrice[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(offersIn);
  const { '@type': type, price, priceCurrency, ...rest } = value as Record<string, unknown>;
  const own =
    type === 'Offer' && price !== undefined
      ? [{ amount: Math.round(Number(price) * 100), currency: String(priceCurrency) }]
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

const SIGNS: Readonly<Record<string, string>> = { INR: '₹', EUR: '€', GBP: '£', USD: '$' };

/** Amounts with the sign of this currency among the words of a page. */
export const amountsInWords = (html: string, currency: string): number[] => {
  const sign = SIGNS[currency];
  if (!sign) return [];
  const words = html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, '');
  return [...words.matchAll(new RegExp(`\\${sign}\\s?(\\d[\\d,]*(?:\\.\\d\\d)?)`, 'g'))].map(([, digits = '']) =>
    Math.round(Number(digits.replaceAll(',', '')) * 100),
  );
};

const inWords = (amount: number, currency: string): string => `${currency} ${(amount / 100).toLocaleString('en-IN')}`;

/**
 * What of a page cannot be bought at its price. A page that offers nothing may name amounts as it likes.
 * @param sold what the live API sells
 */
export function priceFaults(path: string, html: string, sold: readonly OfferedPrice[]): Fault[] {
  const offers = structuredOffers(html);
  const currencies = [...new Set(offers.map(({ currency }) => currency))];
  const inText = currencies.flatMap((currency) =>
    amountsInWords(html, currency).map((amount): OfferedPrice => ({ amount, currency })),
  );
  const wrong = [...offers, ...inText].filter(
    (offer) => !sold.some(({ amount, currency }) => amount === offer.amount && currency === offer.currency),
  );
  return [...new Set(wrong.map(({ amount, currency }) => inWords(amount, currency)))].map((price) => ({
    where: path,
    what: `it offers something for ${price}, which the live API does not sell at this price.`,
    todo: 'Show the price of the API’s catalogue (GET /catalogue), or change the catalogue first.',
  }));
}
