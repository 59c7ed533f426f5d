import type { BannerProps } from 'shared-ui/Banner';
import type { SectionProps } from 'shared-ui/Section';
import type { TileGridProps } from 'shared-ui/TileGrid';
import { isSectorSlug, type SectorSlug } from '../../content/slugs';

type Ground = NonNullable<SectionProps['ground']>;
type Layout = NonNullable<SectionProps['layout']>;

/** `numerals` stand beside the heading; `tape` (a measuring tape) and `thread` (buttons on a thread) run across the page. */
export type StepsVariant = 'tape' | 'thread' | 'numerals';

/**
 * Layout of one sector's page; all sectors have the same sections. Neighbouring grounds differ; the form between them
 * is always deep. No two sectors end alike.
 */
export interface Look {
  banner: NonNullable<BannerProps['variant']>;
  intro: { layout: Extract<Layout, 'split' | 'split-reverse' | 'bleed'>; ground: Ground };
  roles: { tiles: TileGridProps['layout']; layout: Extract<Layout, 'plain' | 'offset'>; ground: Ground };
  /** `plain` strings the steps on a thread across the page; `aside` lists them beside large numerals. */
  process: { layout: Extract<Layout, 'plain' | 'aside'>; ground: Ground };
  services: { layout: Extract<Layout, 'plain' | 'aside'>; ground: Ground };
  /** `aside` puts the heading beside a narrow wall of logos. */
  brands: { layout: Extract<Layout, 'plain' | 'aside'>; ground: Ground };
  /** The variant always differs from that of the process above. */
  sketch: { variant: StepsVariant; ground: Ground };
}

/** The look of the hospitality sector, and of the eight products, whose page is in the same style. */
const HOSPITALITY: Look = {
  banner: 'tall',
  intro: { layout: 'split-reverse', ground: 'paper' },
  roles: { tiles: 'lookbook', layout: 'offset', ground: 'cloth' },
  process: { layout: 'aside', ground: 'linen' },
  services: { layout: 'plain', ground: 'cloth' },
  brands: { layout: 'plain', ground: 'paper' },
  sketch: { variant: 'tape', ground: 'cloth' },
};

const LOOKS: Record<SectorSlug, Look> = {
  'hospitality-resorts': HOSPITALITY,
  'industrial-manufacturing': {
    banner: 'split',
    intro: { layout: 'split', ground: 'paper' },
    roles: { tiles: 'pinboard', layout: 'plain', ground: 'ink' },
    process: { layout: 'plain', ground: 'cloth' },
    services: { layout: 'aside', ground: 'paper' },
    brands: { layout: 'plain', ground: 'cloth' },
    sketch: { variant: 'tape', ground: 'paper' },
  },
  'retail-brand-spaces': {
    banner: 'split',
    intro: { layout: 'bleed', ground: 'cloth' },
    roles: { tiles: 'rail', layout: 'plain', ground: 'paper' },
    process: { layout: 'plain', ground: 'cloth' },
    services: { layout: 'plain', ground: 'linen' },
    brands: { layout: 'aside', ground: 'cloth' },
    sketch: { variant: 'numerals', ground: 'paper' },
  },
  'government-police-defense': {
    banner: 'split',
    intro: { layout: 'split-reverse', ground: 'linen' },
    roles: { tiles: 'quilt', layout: 'plain', ground: 'paper' },
    process: { layout: 'aside', ground: 'cloth' },
    services: { layout: 'plain', ground: 'paper' },
    brands: { layout: 'plain', ground: 'linen' },
    sketch: { variant: 'thread', ground: 'paper' },
  },
  'corporate-admin': {
    banner: 'tall',
    intro: { layout: 'split', ground: 'paper' },
    roles: { tiles: 'ledger', layout: 'offset', ground: 'cloth' },
    process: { layout: 'plain', ground: 'paper' },
    services: { layout: 'aside', ground: 'cloth' },
    brands: { layout: 'aside', ground: 'paper' },
    sketch: { variant: 'tape', ground: 'linen' },
  },
  'healthcare-clinics-wellness': {
    banner: 'tall',
    intro: { layout: 'split-reverse', ground: 'cloth' },
    roles: { tiles: 'swatches', layout: 'offset', ground: 'linen' },
    process: { layout: 'aside', ground: 'cloth' },
    services: { layout: 'aside', ground: 'paper' },
    brands: { layout: 'aside', ground: 'cloth' },
    sketch: { variant: 'thread', ground: 'paper' },
  },
  'educational-institutions': {
    banner: 'plain',
    intro: { layout: 'split', ground: 'cloth' },
    roles: { tiles: 'staggered', layout: 'plain', ground: 'paper' },
    process: { layout: 'plain', ground: 'linen' },
    services: { layout: 'aside', ground: 'cloth' },
    brands: { layout: 'plain', ground: 'paper' },
    sketch: { variant: 'numerals', ground: 'cloth' },
  },
};

/** The look of a sector; every other slug has that of hospitality. */
export const lookOf = (slug: string): Look => (isSectorSlug(slug) ? LOOKS[slug] : HOSPITALITY);
