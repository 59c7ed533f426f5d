import { colour, dye } from '../../core/palette';
import { place } from '../../core/svg';
import { cloth } from '../../core/textures';
import { belt } from '../accessories/belts';
import { crest } from '../accessories/carried';
import { bowTie, tie } from '../accessories/neckwear';
import { appleApplique } from '../accessories/school';
import { shoes } from '../accessories/shoes';
import { legs } from '../cuts/legs';
import { graduationHood } from '../cuts/robes';
import { skirt } from '../cuts/skirt';
import { top } from '../cuts/top';
import { lay, wear } from '../figure/wear';
import { mortarboard } from '../headwear/hats-hard';
import { brimHat } from '../headwear/hats-soft';
import { bothSides, button, buttons, frontEdge, hoop, piping, tucks, yoke } from '../parts/details';
import { pocket } from '../parts/pockets';
import { rings } from '../parts/sleeve';
import type { Tile } from '../tile';
import { behind } from '../views/behind';
import { hoodBehind } from '../views/caps-behind';
import { rainwear } from './roles/rainwear';
import { sportswear } from './roles/sportswear';

const white = cloth(dye.white, 'twill');
const navy = cloth(dye.navy, 'twill');
const check = cloth('#5B2430', 'tartan', '#1F2C52', '#E2A72E', 0.8);
const gingham = cloth(dye.white, 'gingham', dye.madder, undefined, 0.9);

export const education: Record<string, Tile> = {
  primary: {
    outfit: {
      build: 'child',
      pose: 'form',
      layers: [
        top({
          cloth: white,
          collar: { kind: 'peter-pan' },
          fit: 'fitted',
          hem: 'waist',
          sleeve: { to: 0.42, puff: 7, ease: 2, cuff: 'bound' },
        }),
        skirt({ cloth: check, hem: 'above-knee', shape: 'pleated', pleats: 4 }),
        top({
          cloth: check,
          collar: { kind: 'round', depth: 66 },
          fit: 'fitted',
          hem: 'waist',
          cutIn: 13,
          on: [
            tucks([-30, 26], 74, 142),
            () => button(-37, 36, colour.brass, 4),
            () => button(37, 36, colour.brass, 4),
          ],
        }),
        belt('#5B2430', { drop: 4, height: 16, ease: 8, buckle: colour.brass }),
        bowTie(cloth(dye.madder), 0.66),
        shoes('sock', dye.white, dye.navy, 34, 62),
        shoes('strap', '#26262A', '#000000', 34, 62),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#F0DFA9', surface: 'dots', piece: 'skirt', at: [92, 570, -12, 0.9] },
    at: [300, 150, 1.5],
    swatches: [check, white],
    pinned: [482, 70],
  },
  middle: {
    outfit: {
      build: 'teen',
      pose: 'form',
      layers: [
        legs({ cloth: cloth('#6E7478', 'twill'), hem: 'above-knee', crease: true, flare: 8, ease: 4 }),
        top({
          cloth: cloth('#E9EEF2', 'twill'),
          collar: { kind: 'shirt' },
          hem: 'waist',
          sleeve: { to: 0.5, ease: 3, cuff: 'turned' },
        }),
        tie(cloth(dye.bottle, 'stripe', dye.marigold), 150, 0.86),
        top({
          cloth: cloth(dye.bottle, 'cable'),
          collar: { kind: 'vee', depth: 82, trim: cloth(dye.marigold) },
          hem: 'belt',
          hemShape: 'rib',
          cutIn: 14,
          inside: [hoop(196, 5, cloth(dye.marigold)), hoop(206, 5, cloth(dye.white))],
          on: [() => crest(38, 96, 0.82)],
        }),
        shoes('sock', '#6E7478', dye.bottle, 38, 76),
        shoes('oxford', '#26262A', '#000000', 38, 76),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#C9D7DD', surface: 'grid', piece: 'leg', at: [500, 560, 12] },
    at: [300, 138, 1.2],
    swatches: [cloth(dye.bottle, 'cable'), cloth(dye.bottle, 'stripe', dye.marigold)],
    pinned: [72, 80],
  },
  sports: sportswear,
  kindergarten: {
    outfit: {
      build: 'child',
      pose: 'hanger',
      layers: [
        top({
          cloth: gingham,
          collar: { kind: 'peter-pan', trim: white },
          fit: 'aline',
          hem: 'above-knee',
          sleeve: { to: 0.46, puff: 9, ease: 3, cuff: 'elastic' },
          inside: [yoke(44, white, 4, dye.madder)],
          on: [
            buttons(18, 18, 1, dye.marigold),
            bothSides(pocket('round', 46, 152, 44, 48, cloth(dye.marigold))),
            () => appleApplique(0, 104),
          ],
        }),
        shoes('sock', dye.white, dye.madder, 30, 40),
        shoes('strap', dye.madder, '#5d1c12', 30, 40),
      ],
    },
    shown: { pose: 'hook' },
    ground: { color: '#CFDCC9', surface: 'dots', piece: 'collar', at: [470, 660, 14] },
    at: [306, 176, 1.4],
    swatches: [gingham, cloth(dye.marigold)],
    pinned: [496, 190],
    beside: [place(brimHat(cloth(dye.butter, 'twill'), cloth(dye.madder), 74, 16), 112, 180, 1.15, -10)],
  },
  'high-school': {
    outfit: {
      build: 'teen',
      pose: 'form',
      layers: [
        legs({ cloth: cloth('#6E7478', 'herringbone'), hem: 'ankle', crease: true }),
        top({
          cloth: white,
          collar: { kind: 'shirt' },
          fit: 'fitted',
          hem: 'hip',
          under: true,
          sleeve: { to: 1.02, cuff: 'shirt' },
        }),
        tie(cloth(dye.madder, 'stripe', dye.navy), 178, 0.9),
        top({
          cloth: navy,
          collar: { kind: 'notch' },
          fit: 'tailored',
          hem: 'seat',
          hemShape: 'cutaway',
          sleeve: { to: 0.97, on: [rings(cloth(dye.madder), [0.9, 0.02])] },
          on: [
            frontEdge(101, -9),
            buttons(120, 168, 2, colour.brass),
            pocket('patch', 42, 76, 46, 52),
            () => crest(42, 104, 0.86),
            bothSides(pocket('patch', 52, 182, 50, 56)),
            piping('M-3 104C-30 90 -40 60 -58 46L-46 40C-46 26 -44 0 -44 -8', dye.madder, 2),
            piping('M3 104C30 90 40 60 58 46L46 40C46 26 44 0 44 -8', dye.madder, 2),
          ],
        }),
      ],
    },
    shown: { view: 'three-quarter' },
    ground: { color: '#E5C9B4', surface: 'cloth', piece: 'sleeve', at: [96, 610, -12] },
    at: [300, 178, 1.5],
    swatches: [navy, cloth(dye.madder, 'stripe', dye.navy)],
    pinned: [496, 62],
  },
  'higher-education': {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        top({ cloth: white, collar: { kind: 'shirt' }, hem: 'waist' }),
        tie(cloth(dye.indigo, 'twill'), 150),
        top({
          cloth: cloth(dye.charcoal),
          collar: { kind: 'none', depth: 150 },
          fit: 'gown',
          hem: 'calf',
          sleeve: { to: 0.92, ease: 20, flare: 46 },
          on: [frontEdge(150, 0, false), tucks([-74, -62, 58, 70], 40, 150)],
        }),
        graduationHood(cloth(dye.maroon, 'twill'), dye.marigold),
        wear(mortarboard(cloth(dye.charcoal), dye.marigold)),
      ],
    },
    shown: {
      view: 'back',
      layers: [
        behind({
          cloth: cloth(dye.charcoal),
          collar: 'none',
          fit: 'gown',
          hem: 'calf',
          sleeve: { to: 0.92, ease: 20, flare: 46 },
          inside: [yoke(30, undefined, 8), tucks([-92, -80, -68, -56, 56, 68, 80, 92], 36, 190)],
        }),
        lay(hoodBehind(cloth(dye.charcoal), cloth(dye.maroon, 'twill'), cloth(dye.marigold))),
        wear(mortarboard(cloth(dye.charcoal), dye.marigold)),
      ],
    },
    ground: { color: '#E9DFC9', surface: 'dots', piece: 'skirt', at: [500, 150, 14] },
    at: [300, 226, 1.04],
    swatches: [cloth(dye.charcoal), cloth(dye.maroon, 'twill')],
    pinned: [58, 90],
  },
  rainwear,
};
