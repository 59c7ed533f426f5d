import { FRAGMENT_ATTRIBUTES } from '@wholepage/contracts/fragment';
import { parseAs } from '@wholepage/releases/store/store';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import * as z from 'zod';
import type { Check, Fault } from '../check';

const TIMEOUT_MS = 10_000;

/** Fetches the live API's catalogue; undefined for an API without one. @throws Error when the catalogue cannot be read */
async function soldAt(origin: string): Promise<SoldPrice[] | undefined> {
  const response = await fetch(`${origin}/api/catalogue`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The API's catalogue cannot be read: it answers ${response.status}.`);
  const { data }: { data: { variant: string; amount: number; currency: string }[] } = await response.json();
  return data.map(({ variant, amount, currency }) => ({ sku: variant, amount, currency }));
}

export const prices: Check = {
  name: 'prices',
  holds: 'what its pages and fragments offer, the live API sells at just that price',
  async inapplicable({ site }) {
    const { composer, siteApi } = await site();
    if (siteApi === 'none') return 'the site has no API';
    if (siteApi === 'down') return 'no API answers: pages are seen without prices';
    return (await soldAt(composer.origin)) ? undefined : 'the API keeps no catalogue';
  },
  async *run(context) {
    const { composer } = await context.site();
    const sold = (await soldAt(composer.origin)) ?? [];
    const { own, others } = await context.addresses();
    for (const { path, html } of own) yield* priceFaults(path, html, sold);
    const { app } = context.candidate.manifest;
    for (const { path, html, fragments } of others)
      if (fragments.some(({ of }) => of.startsWith(`${app}/`))) yield* priceFaults(path, html, sold, app);
  },
};

type SoldPrice = OfferedPrice & { sku: string };

/** A currency's signs before an amount, and its smallest units in one, by ISO 4217. Unknown codes have hundredths. */
function currencyOf(code: string): { marks: string | undefined; units: number } {
  if (!/^[A-Z]{3}$/.test(code)) return { marks: undefined, units: 100 };
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  const units = 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  return { marks: `\\b${code}|${sign.replaceAll('$', '\\$')}`, units };
}

const amountOf = (price: number, currency: string): number => Math.round(price * currencyOf(currency).units);

/** An amount in any country's writing: `1,00,000`, `1.234,56`, `1’234.50`. */
const WRITTEN = "\\d+(?:[.,'’\\u00a0\\u202f]\\d+)*";

function amountsIn(text: string, currency: string): number[] {
  const { marks, units } = currencyOf(currency);
  if (!marks) return [];
  const decimals = units === 1_000 ? /\.\d{3}$|[.,]\d{1,2}$/ : /[.,]\d{1,2}$/;
  // A sign between two amounts belongs to the second.
  const priced = new RegExp(`(?:${marks})\\s?(${WRITTEN})|(${WRITTEN})\\s?(?:${marks})(?!\\s?\\d)`, 'g');
  return [...text.matchAll(priced)].map(([, after = '', written = after]) => {
    const [fraction = ''] = decimals.exec(written) ?? [];
    const whole = written.slice(0, written.length - fraction.length).replaceAll(/\D/g, '');
    return amountOf(Number(`${whole}.${fraction.slice(1)}`), currency);
  });
}

const inWords = ({ amount, currency }: OfferedPrice): string =>
  `${currency} ${(amount / currencyOf(currency).units).toLocaleString('en')}`;

/** Compares one offer to the catalogue. @returns the fault; undefined when the live API sells the item at this price */
function wrongPrice(offer: OfferedPrice, sold: readonly SoldPrice[]): string | undefined {
  if (offer.sku === undefined) return `it names ${inWords(offer)} without saying of what.`;
  const item = sold.find(({ sku }) => sku === offer.sku);
  const says = `it offers ${offer.sku} for ${inWords(offer)}`;
  if (!item) return `${says}; the live API does not sell it.`;
  if (item.amount === offer.amount && item.currency === offer.currency) return undefined;
  return `${says}; the live API sells it for ${inWords(item)}.`;
}

/**
 * Finds prices on a page at which nothing can be bought. Each price is compared to its item: an offer names it by `sku`, words
 * by `data-sku` around them. On a page with one offer, words need no `data-sku`. A page without offers may name any amount.
 * @param sold the live API's catalogue
 * @param app reads only this app's fragments, on a page of another app
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

/** An item that a page offers, with its price in the currency's smallest unit. */
interface OfferedPrice {
  /** The item's name in the API's catalogue; undefined where the page gives none. */
  sku?: string | undefined;
  amount: number;
  currency: string;
}

const JSON_LD = /<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g;

const offersIn = (value: unknown): OfferedPrice[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(offersIn);
  const { '@type': type, price, priceCurrency, sku, ...rest } = value as Record<string, unknown>;
  const inside = Object.values(rest).flatMap(offersIn);
  if (type !== 'Offer' || price === undefined) return inside;
  const currency = String(priceCurrency);
  const amount = amountOf(Number(price), currency);
  return [{ sku: typeof sku === 'string' ? sku : undefined, amount, currency }, ...inside];
};

/** The page's offers in its structured data for search engines (schema.org). */
export const structuredOffers = (html: string): OfferedPrice[] =>
  [...html.matchAll(JSON_LD)].flatMap(([, text = '']) => offersIn(parseAs(z.unknown(), text)));

/** The attribute that ties a price in the page to an item of the catalogue. */
const SKU = 'data-sku';

type Node = DefaultTreeAdapterTypes.Node;
const NO_WORDS = new Set(['script', 'style', 'template']);

/** Text of a page about one item of the catalogue, or about none. */
interface NamedWords {
  sku: string | undefined;
  text: string;
}

/** Splits the text of a page by the items it is about. @param app reads only this app's fragments; default: the whole page */
function namedWords(html: string, app?: string): NamedWords[] {
  const rest: NamedWords = { sku: undefined, text: '' };
  const found = [rest];
  const walk = (node: Node, words: NamedWords | undefined): void => {
    if ('value' in node && words) words.text += node.value;
    if (!('childNodes' in node) || NO_WORDS.has(node.nodeName)) return;
    const attributes = 'attrs' in node ? node.attrs : [];
    const attributeOf = (name: string) => attributes.find((attribute) => attribute.name === name)?.value;
    const isOfApp = app !== undefined && attributeOf(FRAGMENT_ATTRIBUTES.of)?.startsWith(`${app}/`);
    const around = words ?? (isOfApp ? rest : undefined);
    const sku = around && attributeOf(SKU);
    const own = sku ? { sku, text: '' } : around;
    if (own && sku) {
      found.push(own);
      // A space keeps the text before and after from joining to one amount.
      if (words) words.text += ' ';
    }
    for (const child of node.childNodes) walk(child, own);
  };
  walk(parse(html), app === undefined ? rest : undefined);
  return found;
}
