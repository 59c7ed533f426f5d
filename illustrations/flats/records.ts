import type { Sector } from '../garments/outfits/all';
import type { Flat } from './flat';
import { aviation } from './records/aviation';
import { education } from './records/education';
import { government } from './records/government';
import { healthcare } from './records/healthcare';
import { hospitality } from './records/hospitality';
import { industrial } from './records/industrial';
import { retail } from './records/retail';

/** The back of every role's outfit, by sector, in the order of the site's grids. */
export const flats: Record<Sector, Record<string, Flat>> = {
  industrial,
  hospitality,
  education,
  retail,
  aviation,
  healthcare,
  government,
};
