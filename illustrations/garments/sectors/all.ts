import type { SvgNode } from '../../core/svg';
import type { Sector } from '../outfits/all';
import * as aviation from './aviation';
import * as education from './education';
import * as government from './government';
import * as healthcare from './healthcare';
import * as hospitality from './hospitality';
import * as industrial from './industrial';
import * as retail from './retail';

export { introOf } from './intros';

/** The banner scene of each sector. */
export const bannerOf: Record<Sector, () => SvgNode> = {
  industrial: industrial.banner,
  hospitality: hospitality.banner,
  education: education.banner,
  retail: retail.banner,
  aviation: aviation.banner,
  healthcare: healthcare.banner,
  government: government.banner,
};
