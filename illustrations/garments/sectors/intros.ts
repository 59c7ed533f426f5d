import { dye } from '../../core/palette';
import { type Cloth, cloth } from '../../core/textures';
import { contentOf, type Lines, lettered, type Named } from '../../core/words';
import { specOf } from '../outfit-of';
import type { Sector } from '../outfits/all';
import type { Call, DetailSheet, Intro } from './intro';

/** Where a note points, and where its label hangs when not in the row down the right edge. */
export type Place = readonly [x: number, y: number, label?: Call['label']];

/** Notes down the right edge, between the swatches and the glass: a place for each line of words but the last. */
export const notes = (words: readonly Lines[], ...places: readonly Place[]): Call[] =>
  places.map(([x, y, label = undefined], i) => ({
    to: [x, y],
    label: label ?? [868, 330 + i * 112],
    text: words[i] ?? ['', ''],
  }));

/** The last line of words is about the cloth below the glass. */
export const glassOver = (cloth: Cloth, words: readonly Lines[]): DetailSheet['glass'] => ({
  cloth,
  at: [764, 906],
  text: words.at(-1) ?? ['', ''],
});

interface SectorPage {
  readonly content: { readonly ambience: { readonly notes: readonly Named[] } };
}

/** A sheet with the words of its sector's page, so that what is drawn is also what the list below it says. */
function noted(
  slug: string,
  { places, cloth, ...sheet }: Omit<Intro, 'calls' | 'glass' | 'pinned'> & { places: readonly Place[]; cloth: Cloth },
): Intro {
  const page = contentOf<SectorPage>(`mf-products/src/content/sectors/${slug}.content.json`);
  const words = lettered(page.content.ambience.notes);
  return { ...sheet, calls: notes(words, ...places), glass: glassOver(cloth, words), pinned: [754, 74] };
}

const navy = cloth(dye.navy, 'twill');
const olive = cloth('#6A6B45', 'twill');
const silk = cloth('#7A2A3E', 'sprig', '#E2A72E', '#F0D896');
const scrub = cloth('#3C7C92', 'twill');

/** The detail sheet of each sector; its sheet is 900 by 1100. */
export const introOf: Record<Sector, Intro> = {
  industrial: noted('industrial-manufacturing', {
    outfit: specOf('industrial', 'warehouse'),
    at: [384, 290, 2.35],
    ground: { color: '#D9C9A2', surface: 'grid', piece: 'front', at: [800, 640, 10, 1.4] },
    places: [
      [40, 26],
      [70, 118],
      [4, 150],
      [60, 200],
    ],
    cloth: cloth(dye.flare, 'mesh'),
    swatches: [cloth(dye.flare, 'mesh'), cloth(dye.silver, 'mesh')],
  }),
  hospitality: noted('hospitality-resorts', {
    outfit: specOf('hospitality', 'pastry-cook'),
    at: [360, 410, 1.9],
    ground: { color: '#8E3A2A', surface: 'cloth', piece: 'sleeve', at: [790, 560, 14, 1.4] },
    places: [
      [30, -158],
      [10, 44],
      [60, 120],
      [-58, 186],
    ],
    cloth: cloth('#F3EAD8', 'herringbone'),
    swatches: [cloth('#F3EAD8', 'herringbone'), cloth(dye.maroon, 'stripe', '#F3EAD8')],
  }),
  education: noted('educational-institutions', {
    outfit: specOf('education', 'high-school'),
    at: [372, 268, 2.75],
    ground: { color: '#E5D3B4', surface: 'dots', piece: 'collar', at: [720, 200, 14, 1.3] },
    places: [
      [52, 50],
      [46, 100],
      [54, 200],
      [-124, 226, [330, 1040]],
    ],
    cloth: navy,
    swatches: [navy, cloth(dye.madder, 'stripe', dye.navy)],
  }),
  retail: noted('retail-brand-spaces', {
    outfit: specOf('retail', 'guest-relations'),
    at: [372, 282, 2.65],
    ground: { color: '#E4CDBB', surface: 'cloth', piece: 'skirt', at: [780, 560, 10, 1.4] },
    places: [
      [62, 4],
      [96, 96],
      [30, 118],
      [6, 262],
    ],
    cloth: silk,
    swatches: [silk, cloth('#C98A2B', 'brocade', '#F0D896')],
  }),
  aviation: noted('corporate-admin', {
    outfit: specOf('aviation', 'pilots'),
    at: [376, 426, 2.05],
    ground: { color: '#9DB6C9', surface: 'dots', piece: 'sleeve', at: [800, 640, 10, 1.4] },
    places: [
      [46, -138],
      [76, 44],
      [62, 112],
      [-166, 214, [366, 1038]],
    ],
    cloth: navy,
    swatches: [navy, cloth(dye.marigold, 'rib')],
  }),
  healthcare: noted('healthcare-clinics-wellness', {
    outfit: specOf('healthcare', 'nurses'),
    at: [376, 290, 2.55],
    ground: { color: '#C9D8CD', surface: 'grid', piece: 'front', at: [800, 560, 10, 1.4] },
    places: [
      [16, 40],
      [40, 100],
      [118, 96],
      [58, 226],
    ],
    cloth: scrub,
    swatches: [scrub, cloth('#CFE3E8', 'linen')],
  }),
  government: noted('government-police-defense', {
    outfit: specOf('government', 'officer-class'),
    at: [376, 424, 2.05],
    ground: { color: '#CFC49C', surface: 'kraft', piece: 'collar', at: [760, 560, 12, 1.3] },
    places: [
      [60, 34],
      [74, 78],
      [54, 112],
      [6, 216],
    ],
    cloth: olive,
    swatches: [olive, cloth(dye.scarlet, 'twill')],
  }),
};
