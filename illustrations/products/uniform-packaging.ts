import { colour, dye } from '../core/palette';
import { lettering } from '../core/pens/lettering';
import { labelTag, solid } from '../core/props';
import { all, el, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { soft } from '../furnishings/cloth';
import { foldedShirt } from '../merchandise/packing';
import type { Product } from './product';

const shirt = cloth('#B5C9D8', 'linen');

/** One person's set in its pouch: folded on tissue, named, and sealed with a slide. */
export const uniformPackaging: Product = {
  ground: { color: '#D9C3A0', surface: 'kraft' },
  draw: () =>
    all(
      path('M120 130H668V1010H120Z', { fill: colour.ink, opacity: 0.2, transform: 'translate(12 16)' }),
      solid('M120 130H668V1010H120Z', '#F3EEE2', 2.6),
      soft(
        'M170 330L260 300L360 336L470 302L620 330L630 910L510 936L400 906L280 938L160 906Z',
        { base: '#FBF6EA' },
        {
          width: 1.8,
          folds: [
            [200, 340, 190, 900, 10, 5],
            [600, 340, 604, 900, 10, -5],
          ],
        },
      ),
      place(foldedShirt(cloth(dye.navy, 'twill'), '#FBF8F1', false), 412, 664, 2.02, 2),
      place(foldedShirt(shirt, '#FBF8F1'), 394, 600, 2.02, -1),
      place(labelTag('R. KUMAR', 'FRONT OFFICE 40 / M'), 330, 820, 2, -3),
      path('M120 130H668V1010H120Z', { fill: '#DDEBF0', opacity: 0.24 }),
      path('M150 1000L420 150H520L250 1000ZM560 1000L640 740V1000Z', { fill: '#fff', opacity: 0.3 }),
      solid('M120 196H668V228H120Z', '#C5D6DC', 1.8),
      path('M120 206H668M120 217H668', { stroke: '#22305F', 'stroke-width': 2 }),
      solid('M560 188h46v48h-46z', '#22305F', 2),
      el('circle', { cx: 394, cy: 164, r: 15, fill: '#D9C3A0', stroke: colour.ink, 'stroke-width': 2.2 }),
      path('M120 990H668', { stroke: colour.ink, 'stroke-width': 1.4, 'stroke-dasharray': '5 5', opacity: 0.6 }),
      lettering('SET 01 / 3 SHIRTS 2 TROUSERS', 394, 966, 13, { 'stroke-width': 1.7 }, 'middle'),
    ),
  places: [
    [584, 212],
    [440, 420],
    [600, 620],
    [214, 806],
  ],
  cloth: shirt,
  swatches: [shirt, cloth(dye.navy, 'twill')],
};
