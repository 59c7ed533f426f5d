/** The seven sectors, in the order of the menu. */
export const SECTOR_SLUGS = [
  'industrial-manufacturing',
  'hospitality-resorts',
  'retail-brand-spaces',
  'government-police-defense',
  'corporate-admin',
  'healthcare-clinics-wellness',
  'educational-institutions',
] as const;

/** Products that share one hospitality-style page. `pillows-cushions` is linked but deliberately not among them. */
export const DETAIL_SLUGS = [
  'bed-linens',
  'roller-blinds',
  'curtains',
  'bathroom-furnishing',
  'uniform-packaging',
  'logo-embroidery',
  'accessories',
  'sachets',
] as const;

export type SectorSlug = (typeof SECTOR_SLUGS)[number];
export type DetailSlug = (typeof DETAIL_SLUGS)[number];

export const isSectorSlug = (slug: string): slug is SectorSlug => (SECTOR_SLUGS as readonly string[]).includes(slug);
export const isDetailSlug = (slug: string): slug is DetailSlug => (DETAIL_SLUGS as readonly string[]).includes(slug);
