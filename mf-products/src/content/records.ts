import type { Content } from './schema';
import type { DetailSlug, SectorSlug } from './slugs';

type SectorContent = Content['sectors'];
type Detail = Content['details'];
type Generic = Content['generic'];
type Flats = Content['flats'];
/** The back of one outfit, for those who cut it. */
export type Flat = Flats['outfits'][number];
export type Shared = Content['shared'];
export type Products = Content['products'];

export type Cloth = SectorContent['content']['cloth'];
export type ButtonIconName = SectorContent['content']['banner']['buttonIcon'];

/** What a sector page shows: the record without the testimonials, which no page renders. */
export interface SectorRecord extends Omit<SectorContent, 'slug' | 'content'> {
  slug: SectorSlug | DetailSlug;
  /** Name of the one product that a generic page is about; sectors have none. */
  product?: { name: string; group: string };
  content: Omit<SectorContent['content'], 'testimonials' | 'cloth'> & {
    /** Merchandise has none to hold a glass over. */
    cloth?: Cloth | undefined;
    shared: Shared;
    /** One for each role, in their order. */
    flats: Flat[];
  };
}

// A visitor downloads the text of one page only. Flats are apart: eight products show those of hospitality, too.
const sectorText = (slug: SectorSlug) => import(`./sectors/${slug}.content.json`);
const detailText = (slug: DetailSlug) => import(`./details/${slug}.content.json`);
const flatsText = (slug: SectorSlug) => import(`./flats/${slug}.content.json`);

const read = async <T>(module: Promise<{ default: unknown }>): Promise<T> => (await module).default as T;
const readShared = () => read<Shared>(import('./shared.content.json'));
const readFlats = async (slug: SectorSlug) => (await read<Flats>(flatsText(slug))).outfits;

/** The record of one of the seven sectors. */
export async function loadSector(slug: SectorSlug): Promise<SectorRecord> {
  const [record, shared, flats] = await Promise.all([
    read<SectorContent>(sectorText(slug)),
    readShared(),
    readFlats(slug),
  ]);
  const { testimonials: _unshown, ...content } = record.content;
  return { ...record, content: { ...content, shared, flats } };
}

/** The generic record, filled with what is particular to one of the eight products. */
export async function loadDetail(slug: DetailSlug): Promise<SectorRecord> {
  const [detail, generic, shared, flats] = await Promise.all([
    read<Detail>(detailText(slug)),
    read<Generic>(import('./generic.content.json')),
    readShared(),
    readFlats('hospitality-resorts'),
  ]);
  const { title, keywords, banner, ambienceImage, testimonials: _unshown, ...content } = generic;
  const { heading, paragraphs, label, notes = [], cloth } = detail;
  return {
    title,
    slug,
    product: { name: detail.name, group: detail.group },
    meta: {
      title: `${title}: ${detail.name}`,
      description: detail.description,
      keywords: `${detail.keywords}, ${keywords}`,
    },
    content: {
      ...content,
      banner: { heading: title, text: detail.text, image: detail.image, ...banner },
      ambience: { heading, text: paragraphs, image: detail.intro ?? ambienceImage, notes, label },
      shared,
      flats,
      cloth,
    },
  };
}

/** What the products page and the not-found page show. */
export const loadProducts = (): Promise<Products> => read<Products>(import('./products.content.json'));
