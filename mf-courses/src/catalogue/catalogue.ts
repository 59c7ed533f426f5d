import type { CatalogueItem } from 'api-wire/orders';
import type { LoadContext } from 'site/remote';
import type { Course, Offer } from '../content/courses';

/** Timeout of the request for prices, in milliseconds. A page without prices says so. */
const TIMEOUT = 1500;
/** Cache lifetime of a page, in seconds. A changed price is soon visible, and the API refuses an order at the old price. */
export const FRESH_SECONDS = 10;

/** A course's entry in the owner's catalogue. */
type Entry = Pick<CatalogueItem, 'variant' | 'amount' | 'currency' | 'plus_tax' | 'status'> &
  Partial<Pick<CatalogueItem, 'place' | 'next_dates'>>;

/**
 * - `known`: these are the current prices;
 * - `none`: the course host has no catalogue, and sells at the prices of the content;
 * - `away`: the prices are unavailable at this moment.
 */
export type Catalogue = { kind: 'known'; entries: Entry[] } | { kind: 'none' } | { kind: 'away' };

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The owner's text; null for anything but a non-empty string. */
const words = (text: unknown): string | null => (typeof text === 'string' && text !== '' ? text : null);

const readEntry = (value: unknown): Entry[] => {
  if (!isFields(value)) return [];
  const { variant, amount, currency, plus_tax, status, place, next_dates } = value as Partial<Entry>;
  const isWhole = variant && status && Number.isInteger(amount) && typeof plus_tax === 'boolean';
  return isWhole && amount && currency
    ? [{ variant, amount, currency, plus_tax, status, place: words(place), next_dates: words(next_dates) }]
    : [];
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Reads the response without a schema library, which would cost the browser more than the rest of the page. A response
 * of any other form comes from a host without a catalogue.
 */
const readCatalogue = (answer: unknown): Catalogue => {
  const items = isFields(answer) && answer.success === true ? answer.data : undefined;
  return Array.isArray(items) ? { kind: 'known', entries: items.flatMap(readEntry) } : { kind: 'none' };
};

/** Requests the prices from the course host. Rejects only when `signal` is aborted. */
export async function loadCatalogue({
  config,
  fetch,
  signal,
}: Pick<LoadContext, 'config' | 'fetch' | 'signal'>): Promise<Catalogue> {
  try {
    const response = await fetch(`${config.hosts.courses}/catalogue`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    if (response.status >= 500 || response.status === 429) return { kind: 'away' };
    return response.ok ? readCatalogue(parse(await response.text())) : { kind: 'none' };
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'away' };
  }
}

/** Returns an offer with the catalogue's present price, status, place and dates. */
export const priced = (offer: Offer, catalogue: Catalogue): Offer => {
  if (catalogue.kind === 'none') return offer;
  const entry = catalogue.kind === 'known' && catalogue.entries.find(({ variant }) => variant === offer.variant);
  // `priceOf` hides the content's price then, and the API checks it against the catalogue before any payment.
  if (!entry) return { ...offer, status: 'unknown' };
  const { amount, currency, plus_tax: plusTax, next_dates: nextDates, status, place } = entry;
  return { ...offer, price: { amount, currency }, plusTax, status, place, nextDates };
};

/** Returns the facts of a course, with the place that the owner has set. */
export const factsOf = (facts: Course['facts'], { place }: Pick<Offer, 'place'>): Course['facts'] =>
  facts.map((fact) => (fact.term === 'Place' && place ? { ...fact, value: place } : fact));
