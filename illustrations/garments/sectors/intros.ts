import { dye } from '../../core/palette';
import { cloth } from '../../core/textures';
import { specOf } from '../outfit-of';
import type { Sector } from '../outfits/all';
import type { Call, Intro } from './intro';

/** Four notes down the right edge, between the swatches and the glass. */
export const notes = (
  ...list: readonly (readonly [x: number, y: number, first: string, second: string, label?: Call['label']])[]
): Call[] =>
  list.map(([x, y, first, second, label = undefined], i) => ({
    to: [x, y],
    label: label ?? [868, 330 + i * 112],
    text: [first, second],
  }));

const navy = cloth(dye.navy, 'twill');
const olive = cloth('#6A6B45', 'twill');
const silk = cloth('#7A2A3E', 'sprig', '#E2A72E', '#F0D896');
const scrub = cloth('#3C7C92', 'twill');

const glassAt = [764, 906] as const;
const pinned = [754, 74] as const;

/** The detail sheet of each sector; its sheet is 900 by 1100. */
export const introOf: Record<Sector, Intro> = {
  industrial: {
    outfit: specOf('industrial', 'warehouse'),
    at: [384, 290, 2.35],
    ground: { color: '#D9C9A2', surface: 'grid', piece: 'front', at: [800, 640, 10, 1.4] },
    calls: notes(
      [40, 26, 'KNIT COLLAR', 'RIBBED, TWO-PLY'],
      [70, 118, 'RADIO LOOP', 'BAR-TACKED TWICE'],
      [4, 150, 'CHUNKY ZIP', 'WORKS WITH GLOVES'],
      [60, 200, 'TAPE 50 MM', 'TWO HOOPS, TWO BRACES'],
    ),
    glass: { cloth: cloth(dye.flare, 'mesh'), at: glassAt, text: ['WARP MESH', '120 G/M2'] },
    swatches: [cloth(dye.flare, 'mesh'), cloth(dye.silver, 'mesh')],
    pinned,
  },
  hospitality: {
    outfit: specOf('hospitality', 'pastry-cook'),
    at: [360, 410, 1.9],
    ground: { color: '#8E3A2A', surface: 'cloth', piece: 'sleeve', at: [790, 560, 14, 1.4] },
    calls: notes(
      [30, -158, 'SOFT CAP', 'GATHERED BY HAND'],
      [10, 44, 'NECKERCHIEF', 'SPRIG, SELF-HEMMED'],
      [60, 120, 'POCKET', 'BAR-TACKED'],
      [-58, 186, 'SIDE CLOSING', 'PIPED, FIVE BUTTONS'],
    ),
    glass: { cloth: cloth('#F3EAD8', 'herringbone'), at: glassAt, text: ['HERRINGBONE', '210 G/M2'] },
    swatches: [cloth('#F3EAD8', 'herringbone'), cloth(dye.maroon, 'stripe', '#F3EAD8')],
    pinned,
  },
  education: {
    outfit: specOf('education', 'high-school'),
    at: [372, 268, 2.75],
    ground: { color: '#E5D3B4', surface: 'dots', piece: 'collar', at: [720, 200, 14, 1.3] },
    calls: notes(
      [52, 50, 'CORD PIPING', 'IN HOUSE COLOUR'],
      [46, 100, 'WOVEN CREST', 'FOUR COLOURS'],
      [54, 200, 'PATCH POCKET', 'BAR-TACKED'],
      [-124, 226, 'GROWTH CUFF', 'LETS DOWN 4 CM', [330, 1040]],
    ),
    glass: { cloth: navy, at: glassAt, text: ['WOOL TWILL', '280 G/M2'] },
    swatches: [navy, cloth(dye.madder, 'stripe', dye.navy)],
    pinned,
  },
  retail: {
    outfit: specOf('retail', 'guest-relations'),
    at: [372, 282, 2.65],
    ground: { color: '#E4CDBB', surface: 'cloth', piece: 'skirt', at: [780, 560, 10, 1.4] },
    calls: notes(
      [62, 4, 'PALLU', 'PINNED, READY PLEATED'],
      [96, 96, 'BLOUSE', 'BROCADE, LINED'],
      [30, 118, 'BORDER', 'WOVEN, NOT PRINTED'],
      [6, 262, 'PLEATS', 'STITCHED AT THE WAIST'],
    ),
    glass: { cloth: silk, at: glassAt, text: ['SILK SPRIG', '140 G/M2'] },
    swatches: [silk, cloth('#C98A2B', 'brocade', '#F0D896')],
    pinned,
  },
  aviation: {
    outfit: specOf('aviation', 'pilots'),
    at: [376, 426, 2.05],
    ground: { color: '#9DB6C9', surface: 'dots', piece: 'sleeve', at: [800, 640, 10, 1.4] },
    calls: notes(
      [46, -138, 'CAP', 'WHITE COVER COMES OFF'],
      [76, 44, 'PEAK LAPEL', 'HALF CANVAS'],
      [62, 112, 'WINGS', 'BULLION WIRE'],
      [-166, 214, 'FOUR BARS', 'SEWN INTO THE SEAM', [366, 1038]],
    ),
    glass: { cloth: navy, at: glassAt, text: ['WOOL BLEND', '260 G/M2'] },
    swatches: [navy, cloth(dye.marigold, 'rib')],
    pinned,
  },
  healthcare: {
    outfit: specOf('healthcare', 'nurses'),
    at: [376, 290, 2.55],
    ground: { color: '#C9D8CD', surface: 'grid', piece: 'front', at: [800, 560, 10, 1.4] },
    calls: notes(
      [16, 40, 'V-NECK', 'STAY-TAPED'],
      [40, 100, 'PEN POCKET', 'DIVIDED'],
      [118, 96, 'WIDE SLEEVE', 'EASY TO REACH IN'],
      [58, 226, 'SIDE POCKET', 'SET ON THE SLANT'],
    ),
    glass: { cloth: scrub, at: glassAt, text: ['POLY COTTON', '165 G/M2'] },
    swatches: [scrub, cloth('#CFE3E8', 'linen')],
    pinned,
  },
  government: {
    outfit: specOf('government', 'officer-class'),
    at: [376, 424, 2.05],
    ground: { color: '#CFC49C', surface: 'kraft', piece: 'collar', at: [760, 560, 12, 1.3] },
    calls: notes(
      [60, 34, 'GORGET PATCH', 'SCARLET FACING'],
      [74, 78, 'RIBBON BAR', 'PIN BACK'],
      [54, 112, 'BOX PLEAT', 'POINTED FLAP'],
      [6, 216, 'BELT', 'BRIDLE LEATHER'],
    ),
    glass: { cloth: olive, at: glassAt, text: ['BARATHEA', '300 G/M2'] },
    swatches: [olive, cloth(dye.scarlet, 'twill')],
    pinned,
  },
};
