import type { SvgNode } from '../core/svg';
import { fiveSymbols, lastDay } from './care';
import { flameRetardant, heat, oneColour, survives } from './cloth';
import { failFirst, pockets, pucker, specification, trims } from './making';
import { hiVis, hotWash, rain, school, stripes } from './sectors';
import { forecasting, measuring, nine, ratios, sixtyDays } from './sizes';
import { blazer, chef, colourToFace, saree } from './worn';

/** Covers of posts about uniforms, styling and the trade, by slug. */
export const uniformCovers: Readonly<Record<string, () => SvgNode>> = {
  'a-small-glossary-of-trims': trims,
  'a-specification-a-supplier-can-price': specification,
  'cloth-for-forty-two-degrees': heat,
  'five-symbols-and-a-tunnel-washer': fiveSymbols,
  'forecasting-the-reorder': forecasting,
  'four-stripes-on-a-sleeve': stripes,
  'high-visibility-class-on-the-label': hiVis,
  'how-flame-retardant-cloth-works': flameRetardant,
  'measuring-four-hundred-people': measuring,
  'nine-garments-for-a-working-week': nine,
  'one-colour-in-five-cloths': oneColour,
  'pockets-knees-and-the-seat-seam': pockets,
  'rainwear-for-the-monsoon': rain,
  'scrubs-and-the-hot-wash': hotWash,
  'sixty-days-on-twelve-people': sixtyDays,
  'size-ratios-before-the-names': ratios,
  'the-blazer-and-the-growing-child': blazer,
  'the-jacket-that-buttons-twice': chef,
  'the-last-day-of-a-uniform': lastDay,
  'the-saree-as-a-uniform': saree,
  'the-school-year-starts-in-march': school,
  'what-a-colour-does-to-a-face': colourToFace,
  'what-a-uniform-cloth-survives': survives,
  'where-shirts-fail-first': failFirst,
  'why-logos-pucker': pucker,
};
