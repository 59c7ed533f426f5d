import { colour, dye } from '../../core/palette';
import { all, path, place } from '../../core/svg';
import { cloth } from '../../core/textures';
import { wings } from '../accessories/insignia';
import { neckBow, silkScarf, stole, tie } from '../accessories/neckwear';
import { boardingPass } from '../accessories/tools';
import { bibApron } from '../cuts/aprons';
import { legs } from '../cuts/legs';
import { longVest } from '../cuts/robes';
import { skirt } from '../cuts/skirt';
import { top } from '../cuts/top';
import { plain, wear } from '../figure/wear';
import { peakedCap } from '../headwear/hats-hard';
import { pillbox } from '../headwear/hats-soft';
import { bothSides, buttons, darts, frontEdge, placket, princess } from '../parts/details';
import { pocket } from '../parts/pockets';
import { rings } from '../parts/sleeve';
import { crop, type Tile } from '../tile';
import { apronBehind } from '../views/aprons-behind';
import { behind } from '../views/behind';
import { airportSecurity } from './roles/airport-security';
import { groundStaff } from './roles/ground-staff';

const white = cloth(dye.white, 'twill');
const navy = cloth(dye.navy, 'twill');
const gold = plain(dye.marigold);

export const aviation: Record<string, Tile> = {
  'cabin-crew': {
    outfit: {
      build: 'slim',
      pose: 'form',
      head: true,
      layers: [
        skirt({ cloth: cloth(dye.madder, 'twill'), hem: 'knee', shape: 'pencil' }),
        top({ cloth: white, collar: { kind: 'round', depth: 20 }, fit: 'fitted', hem: 150, under: true }),
        top({
          cloth: cloth(dye.madder, 'twill'),
          collar: { kind: 'none', depth: 64 },
          fit: 'fitted',
          hem: 'belt',
          hemShape: 'peplum',
          sleeve: { to: 0.9, cuff: 'turned', trim: cloth(dye.navy, 'twill') },
          inside: [princess],
          on: [
            frontEdge(64, -8, false),
            buttons(84, 196, 4, dye.marigold, 0, 5),
            () => wings(-44, 88),
            bothSides(pocket('welt', 46, 176, 36)),
          ],
        }),
        silkScarf(cloth(dye.marigold, 'dots', dye.navy)),
        wear(pillbox(cloth(dye.madder, 'twill'), dye.marigold)),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#BFD0DC', surface: 'dots', piece: 'skirt', at: [500, 600, 12] },
    at: [300, 258, 1.32],
    swatches: [cloth(dye.madder, 'twill'), cloth(dye.marigold, 'dots', dye.navy)],
    pinned: [62, 78],
  },
  'lounge-and-hospitality': {
    outfit: {
      build: 'slim',
      pose: 'hanger',
      layers: [
        legs({ cloth: cloth(dye.ecru), hem: 'ankle', fly: false }),
        top({
          cloth: cloth(dye.ecru, 'linen'),
          collar: { kind: 'mandarin' },
          fit: 'aline',
          hem: 'knee',
          sleeve: { to: 0.84, cuff: 'bound', trim: cloth(dye.marigold, 'brocade', dye.madder) },
          on: [placket(10, 130, 14), buttons(32, 116, 5, dye.marigold, 0, 3.4)],
        }),
        longVest(cloth(dye.plum, 'brocade', '#8A5A80'), cloth(dye.marigold, 'brocade', dye.madder), 420),
        stole(cloth(dye.rose, 'linen'), cloth(dye.marigold, 'brocade', dye.madder), 300),
      ],
    },
    shown: {
      pose: 'flat',
      fold: {
        to: 216,
        beneath: [cloth(dye.rose, 'linen'), cloth(dye.plum, 'brocade', '#8A5A80'), cloth(dye.ecru, 'linen')],
      },
    },
    ground: { color: '#E4D7C3', surface: 'cloth', piece: 'front', at: [100, 600, -12] },
    at: [300, 190, 2.1],
    swatches: [cloth(dye.plum, 'brocade', '#8A5A80'), cloth(dye.rose, 'linen')],
    pinned: [488, 72],
  },
  pilots: {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: navy, hem: 'ankle', crease: true }),
        top({
          cloth: white,
          collar: { kind: 'shirt' },
          fit: 'fitted',
          hem: 'hip',
          under: true,
          sleeve: { to: 1.03, cuff: 'shirt' },
        }),
        tie(cloth(dye.black, 'twill'), 180),
        top({
          cloth: navy,
          collar: { kind: 'peak', depth: 120 },
          fit: 'tailored',
          hem: 'seat',
          sleeve: { to: 0.98, on: [rings(gold, [0.74, 0.03], [0.79, 0.03], [0.84, 0.03], [0.89, 0.03])] },
          on: [
            frontEdge(120, -28, false),
            buttons(138, 246, 4, colour.brass, -28, 5.6),
            buttons(138, 246, 4, colour.brass, 28, 5.6),
            () => wings(60, 112),
            bothSides(pocket('jet', 60, 236, 56)),
          ],
        }),
        wear(peakedCap(white, cloth(dye.black, 'twill'), dye.marigold)),
      ],
    },
    shown: { view: 'three-quarter' },
    ground: { color: '#9DB6C9', surface: 'panel', piece: 'sleeve', at: [500, 150, 14] },
    at: crop.hat,
    swatches: [navy, gold],
    pinned: [62, 84],
  },
  'ground-staff': groundStaff,
  'f-and-b-and-in-flight': {
    outfit: {
      build: 'slim',
      pose: 'form',
      layers: [
        skirt({ cloth: navy, hem: 'knee', shape: 'aline' }),
        top({
          cloth: cloth('#C9D6E2', 'twill'),
          collar: { kind: 'shirt' },
          fit: 'tailored',
          hem: 'waist',
          sleeve: { to: 0.44, cuff: 'turned', trim: white, puff: 3 },
        }),
        bibApron(cloth(dye.indigo, 'awning', '#F4EDDF', undefined, 0.62), 392, 84, {
          strap: dye.madder,
          bib: 50,
          on: all(
            path('M-40 262H40V318Q0 330 -40 318Z', { fill: dye.madder, stroke: colour.ink, 'stroke-width': 2 }),
            path('M0 264V324M-36 269H36', { stroke: '#F2C9B5', 'stroke-width': 1.3, 'stroke-dasharray': '4 3' }),
            wings(0, 128),
          ),
        }),
        neckBow(cloth(dye.madder)),
      ],
    },
    shown: {
      view: 'back',
      layers: [
        skirt({ cloth: navy, hem: 'knee', shape: 'aline' }),
        behind({
          cloth: cloth('#C9D6E2', 'twill'),
          collar: 'fall',
          fit: 'tailored',
          hem: 'waist',
          sleeve: { to: 0.44, cuff: 'turned', trim: white, puff: 3 },
          inside: [darts],
        }),
        apronBehind(cloth(dye.indigo, 'awning', '#F4EDDF', undefined, 0.62), 392, {
          straps: 'neck',
          strap: dye.madder,
        }),
      ],
    },
    ground: { color: '#EAD9B5', surface: 'dots', piece: 'collar', at: [130, 650, 10] },
    at: [300, 146, 1.38],
    swatches: [cloth(dye.indigo, 'awning', '#F4EDDF', undefined, 0.62), cloth(dye.madder)],
    pinned: [62, 72],
    beside: [place(boardingPass(), 512, 640, 1, 12)],
  },
  'airport-security': airportSecurity,
};
