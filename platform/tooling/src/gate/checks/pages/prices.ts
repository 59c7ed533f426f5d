import { matchRoute } from '@wholepage/page-rules/route-match';
import { sitemapOf } from '../../../site/live-site';
import type { Check } from '../../check';
import { isRemote } from '../../check';
import { priceFaults, type SoldPrice } from '../../inspect/contract/offers';

const TIMEOUT_MS = 10_000;

const get = (url: string): Promise<Response> => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });

/** What the live API sells; undefined for one that keeps no catalogue. @throws Error when it has one and cannot give it */
async function soldAt(origin: string): Promise<SoldPrice[] | undefined> {
  const response = await get(`${origin}/api/catalogue`);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The API's catalogue cannot be read: it answers ${response.status}.`);
  const { currency, data }: { currency: string; data: { variant: string; amount: number }[] } = await response.json();
  return data.map(({ variant, amount }) => ({ sku: variant, amount, currency }));
}

export const prices: Check = {
  name: 'prices',
  holds: 'what its pages and fragments offer, the live API sells at just that price',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell has no pages of its own'),
  async run(context) {
    const { composer, hasSiteApi } = await context.site();
    // Where nobody answers, pages are seen without prices.
    if (!hasSiteApi) return [];
    const sold = await soldAt(composer.origin);
    if (!sold) return [];
    const listed = await sitemapOf(composer.origin);
    const paths = context.candidate.manifest.routes.flatMap(({ path, sitemap }) =>
      path.includes(':') ? [...new Set([...sitemap, ...listed])].filter((one) => matchRoute(path, one)) : [path],
    );
    const faults = [];
    const read = async (path: string) => (await get(composer.origin + path)).text();
    for (const path of paths) faults.push(...priceFaults(path, await read(path), sold));
    const { app } = context.candidate.manifest;
    for (const { path, fragments } of (await context.addresses()).others)
      if (fragments.some(({ of }) => of.startsWith(`${app}/`)))
        faults.push(...priceFaults(path, await read(path), sold, app));
    return faults;
  },
};
