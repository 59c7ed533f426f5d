import { colour } from '../../core/palette';
import { labelTag, swatch } from '../../core/props';
import { all, el, path, place, type SvgNode } from '../../core/svg';
import { cloth } from '../../core/textures';
import { stack } from '../../furnishings/bedding';
import { foldedEdges, turnedDown } from '../../furnishings/close/scenes';
import { drape, fabric, shadow } from '../../furnishings/cloth';
import { sunlight, vignette } from '../../furnishings/rooms';
import { patternPiece, vase } from '../../furnishings/things';
import { pole } from '../../furnishings/windows';
import { foldedShirt } from '../../merchandise/packing';
import { bolt } from '../props/bolt';
import { carton, paperWall } from '../props/studio';
import { aboutFurnishings, canopy, furnishingsHero, furnishingsPromo } from './guest-rooms';
import { apartment, lounge, studioFlat, terrace } from './lounges';
import { poolDeck } from './pool-deck';
import { ward } from './wards';

const ink = colour.ink;

/** Folded linen in four weights with a swatch book on top. */
const furnishingsAbout = () =>
  all(
    paperWall(1600, 640, '#E9E0CC'),
    sunlight(90, 60, 160, 210, 0.35),
    path('M0 620H1600V1000H0Z', { fill: '#B58E60' }),
    path('M0 620H1600M0 740H1600M0 870H1600', { stroke: ink, 'stroke-width': 2, opacity: 0.5 }),
    shadow(800, 870, 560, 60),
    place(
      stack(780, [
        [92, fabric.linen, '#65755A'],
        [84, fabric.sage],
        [96, fabric.white, '#A63A24'],
        [110, fabric.terry],
      ]),
      420,
      880,
      1,
    ),
    ...[fabric.madder, fabric.palm, fabric.oat, fabric.deepSage, fabric.stripe, fabric.brocade, fabric.clay].map(
      (material, i) => place(swatch(material, 300, 170), 700, 480, 1, -40 + i * 12 - 60),
    ),
    el('circle', { cx: 700, cy: 482, r: 16, fill: colour.brass, stroke: ink, 'stroke-width': 2.4 }),
    place(labelTag('LINEN / 4 WEIGHTS', '120 - 550 GSM'), 1010, 846, 1.6),
    place(vase(220, '#65755A'), 1400, 870),
    place(bolt(300, 56, fabric.indigo), 60, 850),
    place(bolt(250, 46, fabric.clay), 90, 752),
    vignette(1600, 1000, '#3A2A12', 0.3),
  );

/** Folded linen, curtain cloth and boxed uniforms side by side on one worktable. */
const generic = () =>
  all(
    paperWall(1600, 660, '#DDE0D0'),
    place(
      drape(
        [
          [0, 0, 300],
          [592, -8, 308],
        ],
        10,
        fabric.sage,
        { hem: 8 },
      ),
      640,
      60,
    ),
    place(pole(380, '#8A6238'), 600, 56),
    ...[0, 1].map((i) => place(patternPiece(i ? 'BACK' : 'FRONT'), 1120 + i * 200, 240, 1.5, i * 5 - 3)),
    path('M0 640H1600V1000H0Z', { fill: '#B58E60' }),
    path('M0 640H1600M0 760H1600M0 890H1600', { stroke: ink, 'stroke-width': 2, opacity: 0.5 }),
    place(
      stack(330, [
        [56, fabric.white, '#65755A'],
        [50, fabric.sage],
        [56, fabric.linen],
        [52, fabric.white, '#A63A24'],
      ]),
      110,
      860,
    ),
    place(
      drape(
        [
          [0, 0, 330],
          [120, -10, 340],
          [210, -24, 352],
        ],
        7,
        fabric.sage,
        { hem: 8, seed: 4 },
      ),
      620,
      640,
    ),
    place(bolt(380, 52, fabric.madder), 610, 926),
    path('M1080 660L1120 590H1520L1560 660Z', { fill: '#C9B088', stroke: ink, 'stroke-width': 2.6 }),
    place(foldedShirt(), 1210, 680, 0.94, -2),
    place(foldedShirt(cloth('#2C3D74', 'twill'), '#FBF8F1'), 1425, 684, 0.94, 2),
    place(carton(480, 220, 'UNIFORMS 24', '#D9C3A0'), 1080, 910),
    place(labelTag('LINEN', '120 - 550 GSM'), 270, 884, 1.5),
    place(labelTag('CURTAIN', 'LINED'), 800, 820, 1.5),
    vignette(1600, 1000, '#2A1E10', 0.28),
  );

/** Furnished rooms by file name. */
export const roomScenes: Readonly<Record<string, () => SvgNode>> = {
  'furnishings-hero': furnishingsHero,
  'furnishings-about': furnishingsAbout,
  'furnishings-promo': furnishingsPromo,
  'about-furnishings': aboutFurnishings,
  'generic-layout': generic,
  'industries-1': turnedDown,
  'industries-2': terrace,
  'industries-3': apartment,
  'industries-4': () => ward(cloth('#7FA9AE', 'linen'), cloth('#A9C3C0', 'knit'), '#DDE6E0'),
  'industries-5': () => lounge(cloth('#2C5A4B', 'leather'), fabric.brocade, '#8E7A5C'),
  'crafted-1': canopy,
  'crafted-2': foldedEdges,
  'crafted-3': studioFlat,
  'crafted-4': () => ward(fabric.sage, cloth('#E0C9A8', 'knit'), '#E9E4D6'),
  'crafted-5': () => lounge(fabric.indigo, fabric.clay, '#C9BBA0'),
  'crafted-6': poolDeck,
};
