import type { SvgNode } from '../core/svg';
import { accessories } from './accessories';
import { embroidery } from './embroidery';
import { packaging } from './packing';
import { sachets } from './sachets';

/** The merchandise tiles by file name. */
export const merchandiseTiles: Readonly<Record<string, () => SvgNode>> = {
  'uniform-packaging': packaging,
  'logo-embroidery': embroidery,
  accessories,
  sachets,
};
