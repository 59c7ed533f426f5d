import type { Fault } from '../../check';
import { namedWords } from './named-words';
import { type OfferedPrice, structuredOffers } from './structured-offers';

/** What the live API sells. */
export type SoldPrice = OfferedPrice & { sku: string };

const SIGNS: Readonly<Record<string, string>> = { INR: '₹', EUR: '€', GBP: '£', USD: '$' };

/** Amounts with the sign of this currency. */
const amountsIn = (text: string, currency: string): number[] => {
  const sign = SIGNS[currency];
  if (!sign) return [];
  return [...text.matchAll(new RegExp(`\\${sign}\\s?(\\d[\\d,]*(?:\\.\\d\\d)?)`, 'g'))].map(([, digits = '']) =>
    Math.round(Number(digits.replaceAll(',', '')) * 100),
  );
};

const inWords = ({ amount, currency }: OfferedPrice): string => `${currency} ${(amount / 100).toLocaleString('en-IN')}`;

/** What is wrong with one price; undefined when the live API sells just that at this price. */
function wrongPrice(offer: OfferedPrice, sold: readonly SoldPrice[]): string | undefined {
  if (offer.sku === undefined) return `it names ${inWords(offer)} without saying of what.`;
  const item = sold.find(({ sku }) => sku === offer.sku);
  const says = `it offers ${offer.sku} for ${inWords(offer)}`;
  if (!item) return `${says}; the live API does not sell it.`;
  if (item.amount === offer.amount && item.currency === offer.currency) return undefined;
  return `${says}; the live API sells it for ${inWords(item)}.`;
}

/**
 * What of a page cannot be bought at its price. Each price is held against the item that it is of: an offer says so by
 * its `sku`, words by `data-sku` around them. A page that offers one thing need not say it again in its words, and one
 * that offers nothing may name amounts as it likes.
 * @param sold what the live API sells
 * @param app only its fragments, on a page of others
 */
export function priceFaults(path: string, html: string, sold: readonly SoldPrice[], app?: string): Fault[] {
  const offers = app === undefined ? structuredOffers(html) : [];
  const [only, ...others] = new Set(offers.map(({ sku }) => sku));
  const isOffering = offers.length > 0;
  const currencies = [...new Set([...sold, ...offers].map(({ currency }) => currency))];
  const inText = namedWords(html, app).flatMap((words) => {
    const sku = words.sku ?? (others.length === 0 ? only : undefined);
    if (sku === undefined && !isOffering) return [];
    return currencies.flatMap((currency) =>
      amountsIn(words.text, currency).map((amount): OfferedPrice => ({ sku, amount, currency })),
    );
  });
  const wrong = [...offers, ...inText].flatMap((offer) => wrongPrice(offer, sold) ?? []);
  return [...new Set(wrong)].map((what) => ({
    where: path,
    what,
    todo: 'Show the price of the API’s catalogue (GET /catalogue), and say of what it is: `sku` in an Offer, `data-sku` around words.',
  }));
}
