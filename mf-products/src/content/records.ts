import type { Content } from './schema';
import type { DetailSlug, SectorSlug } from './slugs';

type SectorContent = Content['sectors'];
type Detail = Content['details'];
type Generic = Content['generic'];
type Flats = Content['flats'];
/** The technical flat of one outfit's back. */
export type Flat = Flats['outfits'][number];
export type Shared = Content['shared'];
export type Products = Content['products'];

export type Cloth = SectorContent['content']['cloth'];
export type ButtonIconName = SectorContent['content']['banner']['buttonIcon'];

/** Content of a sector page: the record without the testimonials, which no page renders. */
export interface SectorRecord extends Omit<SectorContent, 'slug' | 'content'> {
  slug: SectorSlug | DetailSlug;
  /** The product of a generic page; undefined for sectors. */
  product?: { name: string; group: string };
  content: Omit<SectorContent['content'], 'testimonials' | 'cloth'> & {
    /** The cloth under the glass; undefined for merchandise, which has none. */
    cloth?: Cloth | undefined;
    shared: Shared;
    /** One flat for each role, in the order of the roles. */
    flats: Flat[];
  };
}

// A visitor downloads the text of one page only. Flats have their own files: eight products show those of hospitality, too.
const sectorText = (slug: SectorSlug) => import(`./sectors/${slug}.content.json`);
const detailText = (slug: DetailSlug) => import(`./details/${slug}.content.json`);
const flatsText = (slug: SectorSlug) => import(`./flats/${slug}.content.json`);

const read = async <T>(module: Promise<{ default: unknown }>): Promise<T> => (await module).default as T;
const readShared = () => read<Shared>(import('./shared.content.json'));
const readFlats = async (slug: SectorSlug) => (await read<Flats>(flatsText(slug))).outfits;

/** Loads the record of one of the seven sectors. */
export async function loadSector(slug: SectorSlug): Promise<SectorRecord> {
  const [record, shared, flats] = await Promise.all([
    read<SectorContent>(sectorText(slug)),
    readShared(),
    readFlats(slug),
  ]);
  const { testimonials: _unshown, ...content } = record.content;
  return { ...record, content: { ...content, shared, flats } };
}

/** Loads the generic record, filled with the content of one of the eight products. */
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

/** Loads the content of the products page and the not-found page. */
export const loadProducts = (): Promise<Products> => read<Products>(import('./products.content.json'));
