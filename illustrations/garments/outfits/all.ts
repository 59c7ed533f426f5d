import type { OutfitSpec } from '../garment';
import type { Tile } from '../tile';
import { aviation } from './aviation';
import { education } from './education';
import { government } from './government';
import { healthcare } from './healthcare';
import { hospitality } from './hospitality';
import { industrial } from './industrial';
import { retail } from './retail';
import { commis, pastryCook } from './roles/chefs';
import { toile } from './toile';

/** Every role's sheet, by sector, in the order of the site's grids. */
export const tiles = { industrial, hospitality, education, retail, aviation, healthcare, government } satisfies Record<
  string,
  Record<string, Tile>
>;

export type Sector = keyof typeof tiles;

/** Two letters that begin a sector's sheet numbers. */
export const codes: Record<Sector, string> = {
  industrial: 'IN',
  hospitality: 'HO',
  education: 'ED',
  retail: 'RE',
  aviation: 'AV',
  healthcare: 'HE',
  government: 'GO',
};

/** Outfits that scenes show and no tile does: others of a brigade, a jacket at its fitting. */
export const others: Readonly<Record<string, OutfitSpec>> = {
  'hospitality-commis': commis,
  'hospitality-pastry-cook': pastryCook,
  'retail-toile': toile,
};
