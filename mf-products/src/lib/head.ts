import type { HeadInput } from 'contracts/head';
import { breadcrumbList, type Crumb } from 'contracts/json-ld';
import type { Picture } from 'contracts/picture';
import type { LoadContext } from 'contracts/react';

interface PageMeta {
  title: string;
  description: string;
  keywords: string;
}

const HOME: Crumb = { label: 'Home', href: '/' };
const PRODUCTS: Crumb = { label: 'Our Products', href: '/product' };

/** Home, the products page, and below it the page named by `last`. */
export const crumbs = (last?: Crumb): Crumb[] => (last ? [HOME, PRODUCTS, last] : [HOME, PRODUCTS]);

/** The head of a page of this remote; `about` is the schema.org record of what the page shows. */
export function pageHead(
  meta: PageMeta,
  image: Picture,
  trail: readonly Crumb[],
  about: Record<string, unknown>,
  { url, config }: Pick<LoadContext, 'url' | 'config'>,
): HeadInput {
  return {
    title: `${meta.title} | ${config.company.name}`,
    description: meta.description,
    keywords: meta.keywords,
    canonical: url.pathname.replace(/(.)\/+$/, '$1'),
    image: image.src,
    jsonLd: [about, breadcrumbList(...trail.slice(1))],
  };
}
