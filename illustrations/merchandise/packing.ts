import { colour, shade } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { labelTag } from '../core/props';
import { all, el, group, path, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { crest } from '../furnishings/bath';
import { fallLight, shadow, soft } from '../furnishings/cloth';
import { floor, wall } from '../furnishings/rooms';
import { withinSquare } from './square';

const ink = colour.ink;

/** A shirt folded for packing, about its middle: collar up, 190 by 230. */
export function foldedShirt(material = cloth('#AFC4D6', 'linen'), trim = '#FBF8F1', badge = true): SvgNode {
  return all(
    soft(outline([-92, -96], [92, -98], [96, 112], [-96, 114]), material, {
      folds: [
        [-80, -60, -70, 90, 7, 5],
        [78, -40, 74, 90, 8, -6],
        [-40, 90, 40, 84, 4, 3],
      ],
      width: 2.4,
    }),
    path('M0 -70V112M-9 -66V112', { stroke: ink, 'stroke-width': 1.1, opacity: 0.7 }),
    ...[-30, 14, 58, 98].map((y) =>
      el('circle', { cx: -4.5, cy: y, r: 4, fill: trim, stroke: ink, 'stroke-width': 1.2 }),
    ),
    soft('M-64 -98Q-50 -128 0 -126Q50 -128 64 -98L30 -84Q0 -104 -30 -84Z', material, { light: fallLight }),
    soft('M-64 -98L-34 -112L-4 -76L-34 -48Z', { base: trim }, { stitch: ['M-58 -96L-33 -56L-10 -76', '#22305F'] }),
    soft('M64 -98L34 -112L-4 -76L34 -48Z', { base: trim }, { stitch: ['M58 -96L33 -56L8 -76', '#22305F'] }),
    badge && soft('M22 -14H74V40L48 52L22 40Z', material, { seams: 'M22 -2H74' }),
  );
}

export function packaging(): SvgNode {
  const paper = { base: '#FBF6EA' };
  return all(
    wall(800, 600, '#E4D8C0'),
    floor(800, 300, 600, '#C9A875'),
    withinSquare(
      40,
      80,
      0.82,
      shadow(350, 548, 330, 34),
      shadow(690, 548, 130, 26),
      soft('M150 250L176 60H530L556 250Z', { base: '#D9C3A0' }, { width: 2.6, light: fallLight }),
      path('M190 86H516L534 236H172Z', { stroke: ink, 'stroke-width': 1, opacity: 0.35 }),
      place(crest('#A63A24'), 353, 122, 1.4),
      lettering('NOOL & NEEDLE', 353, 172, 13, { stroke: '#A63A24', 'stroke-width': 1.6 }, 'middle'),
      path('M150 250H556L600 470H106Z', { fill: shade('#D9C3A0', 0.4), stroke: ink, 'stroke-width': 2.4 }),
      path('M146 262H560L588 468H118Z', { fill: '#EFE6D3', stroke: ink, 'stroke-width': 1.6 }),
      place(foldedShirt(cloth('#B5C9D8', 'linen'), '#FBF8F1', false), 476, 352, 0.98),
      place(foldedShirt(cloth('#7391AE', 'twill')), 256, 352, 0.98),
      soft('M118 470L132 372Q176 392 214 382Q262 404 306 392Q342 410 366 398L380 470Z', paper, {
        folds: [
          [190, 388, 176, 468, 6, 4],
          [300, 396, 306, 468, 7, -4],
        ],
        width: 2,
      }),
      soft('M360 470L352 404Q392 392 430 402Q476 384 520 396Q552 378 576 384L588 470Z', paper, {
        folds: [
          [440, 402, 430, 468, 7, 5],
          [540, 392, 556, 468, 7, -4],
        ],
        width: 2,
      }),
      place(labelTag('P. KUMAR', 'FRONT OFFICE 40 / M'), 430, 430, 1, -7),
      soft('M106 470H600V548H106Z', { base: '#D9C3A0' }, { width: 2.6, light: fallLight }),
      path('M120 548V470M586 548V470', { stroke: ink, 'stroke-width': 1, opacity: 0.4 }),
      lettering('SET 01 / 3 SHIRTS 2 TROUSERS', 353, 502, 12, { 'stroke-width': 1.4 }, 'middle'),
      soft('M620 250L640 236H760L772 250V540H620Z', { base: '#22305F' }, { width: 2.6, light: fallLight }),
      path('M660 250C660 170 732 170 732 250', { stroke: ink, 'stroke-width': 7 }),
      path('M660 250C660 170 732 170 732 250', { stroke: '#D9C3A0', 'stroke-width': 4 }),
      place(crest('#E2A72E'), 696, 372, 1.5),
      lettering('N & N', 696, 440, 13, { stroke: '#E2A72E', 'stroke-width': 1.8 }, 'middle'),
      place(
        group({}, path('M0 -40V0', { stroke: ink, 'stroke-width': 1.4 }), labelTag('FOLD 1', 'PER PERSON')),
        580,
        232,
        1,
        8,
      ),
    ),
  );
}
