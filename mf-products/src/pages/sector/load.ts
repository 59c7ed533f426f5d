import type { Loaded } from '@wholepage/remote-kit';
import type { LoadContext } from 'site/remote';
import { loadDetail, loadProducts, loadSector, type Products, type SectorRecord } from '../../content/records';
import { isDetailSlug, isSectorSlug } from '../../content/slugs';
import { crumbs, productHead } from '../../lib/head';

const MISSING_MAX_AGE_SECONDS = 60;
/** Linked from the products page, yet without a page: its visitors want furnishings, the others may want anything. */
const FURNISHINGS_SLUG = 'pillows-cushions';

type ProductTile = Products['tabs'][number]['tiles'][number];

/** What the page says when there is no such product, and the tiles that lead on. */
export interface Missing {
  words: Products['notFound'];
  /** Set for the one missing product that we know of. */
  pillows: boolean;
  tiles: (Omit<ProductTile, 'href'> & { href?: string })[];
}

export type SectorData = { record: SectorRecord } | { missing: Missing };

/** The service that a page offers, for search engines. */
const service = ({ title, product, meta, slug }: SectorRecord, image: string, company: string) => ({
  '@type': 'Service',
  name: product?.name ?? `${title} uniforms`,
  serviceType: product ? product.group : 'Uniform design and supply',
  description: meta.description,
  url: `/product/${slug}`,
  image,
  provider: { '@type': 'Organization', '@id': '/#organization', name: company },
});

async function known(record: SectorRecord, context: LoadContext): Promise<Loaded<SectorData>> {
  const { image } = record.content.banner;
  const trail = crumbs({ label: record.product?.name ?? record.title, href: `/product/${record.slug}` });
  const about = service(record, image.src, context.config.company.name);
  return { head: productHead({ ...record.meta, image }, trail, about, context), data: { record } };
}

async function missing(slug: string, context: LoadContext): Promise<Loaded<SectorData>> {
  const { notFound: words, tabs } = await loadProducts();
  const pillows = slug === FURNISHINGS_SLUG;
  const tab = tabs.find(({ id }) => id === (pillows ? 'furnishings' : 'uniforms'));
  // The tile of the address that was not found stays in its place, but leads nowhere.
  const tiles = (tab?.tiles ?? []).map(({ href, ...tile }) =>
    href === context.url.pathname ? tile : { ...tile, href },
  );
  return {
    status: 404,
    maxAge: MISSING_MAX_AGE_SECONDS,
    head: { title: words.heading, noindex: true },
    data: { missing: { words, pillows, tiles } },
  };
}

/** The record of `/product/{slug}`; 404 with a way on for any other slug. */
export async function load(context: LoadContext): Promise<Loaded<SectorData>> {
  const { slug = '' } = context.params;
  if (isSectorSlug(slug)) return known(await loadSector(slug), context);
  if (isDetailSlug(slug)) return known(await loadDetail(slug), context);
  return missing(slug, context);
}
