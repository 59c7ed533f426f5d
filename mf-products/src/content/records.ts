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

type JsonModule = { default: unknown };

// A visitor downloads the text of one sector only: it and its flats are one chunk. Other pages, too, show those of hospitality.
const SECTORS: Record<SectorSlug, () => Promise<JsonModule>> = {
  'industrial-manufacturing': () =>
    import(/* webpackChunkName: "industrial" */ './sectors/industrial-manufacturing.content.json'),
  'hospitality-resorts': () => import('./sectors/hospitality-resorts.content.json'),
  'retail-brand-spaces': () => import(/* webpackChunkName: "retail" */ './sectors/retail-brand-spaces.content.json'),
  'government-police-defense': () =>
    import(/* webpackChunkName: "government" */ './sectors/government-police-defense.content.json'),
  'corporate-admin': () => import(/* webpackChunkName: "corporate" */ './sectors/corporate-admin.content.json'),
  'healthcare-clinics-wellness': () =>
    import(/* webpackChunkName: "healthcare" */ './sectors/healthcare-clinics-wellness.content.json'),
  'educational-institutions': () =>
    import(/* webpackChunkName: "educational" */ './sectors/educational-institutions.content.json'),
};

const DETAILS: Record<DetailSlug, () => Promise<JsonModule>> = {
  'bed-linens': () => import('./details/bed-linens.content.json'),
  'roller-blinds': () => import('./details/roller-blinds.content.json'),
  curtains: () => import('./details/curtains.content.json'),
  'bathroom-furnishing': () => import('./details/bathroom-furnishing.content.json'),
  'uniform-packaging': () => import('./details/uniform-packaging.content.json'),
  'logo-embroidery': () => import('./details/logo-embroidery.content.json'),
  accessories: () => import('./details/accessories.content.json'),
  sachets: () => import('./details/sachets.content.json'),
};

const FLATS: Record<SectorSlug, () => Promise<JsonModule>> = {
  'industrial-manufacturing': () =>
    import(/* webpackChunkName: "industrial" */ './flats/industrial-manufacturing.content.json'),
  'hospitality-resorts': () => import('./flats/hospitality-resorts.content.json'),
  'retail-brand-spaces': () => import(/* webpackChunkName: "retail" */ './flats/retail-brand-spaces.content.json'),
  'government-police-defense': () =>
    import(/* webpackChunkName: "government" */ './flats/government-police-defense.content.json'),
  'corporate-admin': () => import(/* webpackChunkName: "corporate" */ './flats/corporate-admin.content.json'),
  'healthcare-clinics-wellness': () =>
    import(/* webpackChunkName: "healthcare" */ './flats/healthcare-clinics-wellness.content.json'),
  'educational-institutions': () =>
    import(/* webpackChunkName: "educational" */ './flats/educational-institutions.content.json'),
};

const read = async <T>(module: Promise<JsonModule>): Promise<T> => (await module).default as T;
const readShared = () => read<Shared>(import('./shared.content.json'));
const readFlats = async (slug: SectorSlug) => (await read<Flats>(FLATS[slug]())).outfits;

/** The record of one of the seven sectors. */
export async function loadSector(slug: SectorSlug): Promise<SectorRecord> {
  const [record, shared, flats] = await Promise.all([
    read<SectorContent>(SECTORS[slug]()),
    readShared(),
    readFlats(slug),
  ]);
  const { testimonials: _unshown, ...content } = record.content;
  return { ...record, content: { ...content, shared, flats } };
}

/** The generic record, filled with what is particular to one of the eight products. */
export async function loadDetail(slug: DetailSlug): Promise<SectorRecord> {
  const [detail, generic, shared, flats] = await Promise.all([
    read<Detail>(DETAILS[slug]()),
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
