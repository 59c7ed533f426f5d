import { education } from './education';
import { hospitality } from './hospitality';
import { industrial } from './industrial';

/** Every role's sheet, by sector, in the order of the site's grids. */
export const tiles = { industrial, hospitality, education } as const;

/** Two letters that begin a sector's sheet numbers. */
export const codes = {
  industrial: 'IN',
  hospitality: 'HO',
  education: 'ED',
  retail: 'RE',
  aviation: 'AV',
  healthcare: 'HE',
  government: 'GO',
} as const;
