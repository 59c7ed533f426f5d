import type { Sitemap } from '@wholepage/contracts/render';

/**
 * Addresses of all products.
 * @throws Error when the back end does not answer: half a list would take products out of the search engines
 */
export const sitemap: Sitemap = async ({ fetch }) => {
  const answer = await fetch('/api/decide/products');
  if (!answer.ok) throw new Error(`The products were answered with ${answer.status}.`);
  const products = (await answer.json()) as { id: string }[];
  return products.map(({ id }) => `/product/${id}`);
};
