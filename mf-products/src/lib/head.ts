import type { HeadInput } from '@wholepage/contracts/head';
import { breadcrumbList, type Crumb, type JsonLd, type PageMeta, pageHead } from 'site/page-head';
import type { LoadContext } from 'site/remote';

const PRODUCTS: Crumb = { label: 'Our Products', href: '/product' };

/** Breadcrumbs of the products page, followed by `last`. */
export const crumbs = (...last: Crumb[]): Crumb[] => [PRODUCTS, ...last];

/** The head of a page of this remote; `about` is the schema.org record of the page's subject. */
export const productHead = (
  meta: PageMeta,
  trail: readonly Crumb[],
  about: JsonLd,
  context: Pick<LoadContext, 'url' | 'config'>,
): HeadInput =>
  pageHead({ ...meta, title: `${meta.title} | {name}` }, context, {
    jsonLd: [about, breadcrumbList(...trail)],
  });
