import { colour, dye } from '../../core/palette';
import { cloth } from '../../core/textures';
import { belt, radio, toolBelt } from '../accessories/belts';
import { logoPatch } from '../accessories/carried';
import { gloves, namePlate, sleevePatch } from '../accessories/insignia';
import { lanyard, tie } from '../accessories/neckwear';
import { shoes } from '../accessories/shoes';
import { leatherApron } from '../cuts/leather-apron';
import { cargo, legBand, legs } from '../cuts/legs';
import { bibOverall } from '../cuts/overall';
import { top } from '../cuts/top';
import { lay, wear } from '../figure/wear';
import { earDefenders, hardHat, weldingMask } from '../headwear/hats-hard';
import { baseballCap, beanie } from '../headwear/hats-soft';
import { hood } from '../headwear/hoods';
import { bothSides, braces, buttons, hoop, placket, yoke, zip } from '../parts/details';
import { pocket } from '../parts/pockets';
import { padded, quilted } from '../parts/quilting';
import { rings } from '../parts/sleeve';
import { crop, type Tile } from '../tile';
import { behind } from '../views/behind';
import { overallBehind } from '../views/bibs-behind';
import { capBehind } from '../views/caps-behind';
import { labTechnician } from './roles/lab-technician';
import { warehouse } from './roles/warehouse';

const denim = cloth(dye.indigo, 'denim');
const silver = cloth(dye.silver, 'mesh');
const hide = cloth(dye.hide, 'leather');
const white = cloth(dye.white, 'twill');
const beacon = cloth(dye.beacon, 'mesh');

export const industrial: Record<string, Tile> = {
  'production-floor-operators': {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        top({
          cloth: cloth(dye.marigold, 'twill'),
          collar: { kind: 'shirt' },
          hem: 'hip',
          sleeve: { to: 0.56, cuff: 'rolled' },
          on: [placket(10), buttons(34, 120, 3, '#fff', 0, 3.8)],
        }),
        legs({ cloth: denim, hem: 'ankle', ease: 6 }),
        bibOverall(denim),
        wear(baseballCap(cloth(dye.indigo, 'twill'), cloth(dye.marigold), colour.paper)),
        wear(earDefenders(dye.madder, -74)),
      ],
    },
    shown: {
      view: 'back',
      layers: [
        behind({
          cloth: cloth(dye.marigold, 'twill'),
          collar: 'fall',
          hem: 'hip',
          sleeve: { to: 0.56, cuff: 'rolled' },
        }),
        legs({ cloth: denim, hem: 'ankle', ease: 6, fly: false }),
        overallBehind(denim),
        wear(capBehind(cloth(dye.indigo, 'twill'), dye.marigold)),
        wear(earDefenders(dye.madder, -74)),
      ],
    },
    ground: { color: '#DCCBA6', surface: 'kraft', piece: 'leg', at: [90, 560, -14] },
    at: crop.hat,
    swatches: [denim, cloth(dye.marigold, 'twill')],
    pinned: [478, 70],
  },
  welders: {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: cloth(dye.charcoal, 'denim'), hem: 'ankle', ease: 5 }),
        top({
          cloth: hide,
          collar: { kind: 'mandarin' },
          fit: 'boxy',
          hem: 'seat',
          sleeve: { to: 1, ease: 5, cuff: 'plain' },
          inside: [yoke(46)],
          on: [placket(10, undefined, 22), buttons(32, 180, 4, colour.steel, 0, 4.6)],
        }),
        leatherApron(cloth(dye.tan, 'leather')),
        gloves(cloth(dye.tan, 'leather'), 0.98, 62),
        wear(weldingMask('#4A4E55')),
      ],
    },
    shown: { view: 'three-quarter' },
    ground: { color: '#3A3F49', surface: 'grid', piece: 'sleeve', at: [500, 120, 20] },
    at: crop.hat,
    swatches: [hide, cloth(dye.tan, 'leather')],
    pinned: [56, 90],
  },
  maintenance: {
    outfit: {
      build: 'broad',
      pose: 'hanger',
      layers: [
        legs({ cloth: cloth(dye.cobalt, 'twill'), hem: 'ankle', ease: 9, fly: false, on: [cargo(400, 38, 54)] }),
        top({
          cloth: cloth(dye.cobalt, 'twill'),
          collar: { kind: 'camp', depth: 44 },
          fit: 'boxy',
          hem: 'waist',
          sleeve: { to: 0.62, ease: 3, cuff: 'rolled', trim: cloth(dye.flare) },
          on: [zip(44, undefined), bothSides(pocket('flap', 46, 74, 46, 54)), () => namePlate(-46, 58)],
          inside: [yoke(40, undefined, 4, dye.flare)],
        }),
        toolBelt(dye.hide),
        shoes('boot', '#4A3526'),
      ],
    },
    shown: { pose: 'hook' },
    ground: { color: '#E7DAC0', surface: 'dots', piece: 'front', at: [500, 600, 12] },
    at: [300, 214, 1.24, 2],
    swatches: [cloth(dye.cobalt, 'twill'), cloth(dye.flare)],
    pinned: [52, 210],
  },
  'quality-lab-technicians': labTechnician,
  warehouse,
  supervisors: {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: cloth(dye.navy, 'twill'), hem: 'ankle', crease: true }),
        top({
          cloth: cloth(dye.white, 'windowpane', dye.chambray),
          collar: { kind: 'shirt' },
          hem: 'waist',
          sleeve: { to: 1, cuff: 'shirt' },
          on: [placket(10), buttons(36, 180, 5, '#fff', 0, 3.6)],
        }),
        belt('#4A3526', { ease: 18 }),
        tie(cloth(dye.madder, 'stripe', '#7C2618'), 176),
        top({
          cloth: cloth(dye.beacon, 'mesh'),
          collar: { kind: 'none', depth: 150 },
          fit: 'boxy',
          hem: 'belt',
          cutIn: 14,
          inside: [braces(50, 320, 17, silver), hoop(196, 18, silver)],
          on: [bothSides(pocket('flap', 60, 96, 40, 48))],
        }),
        lay(radio(-62, 80)),
        wear(hardHat('#FBF8F1')),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#E4D3AE', surface: 'dots', piece: 'collar', at: [160, 660, 8] },
    at: crop.hat,
    swatches: [cloth(dye.white, 'windowpane', dye.chambray), beacon],
    pinned: [66, 86],
  },
  executives: {
    outfit: {
      build: 'broad',
      pose: 'hanger',
      layers: [
        top({
          cloth: cloth('#DCE5EC', 'pinstripe', dye.cobalt),
          collar: { kind: 'shirt', trim: white },
          hem: 'seat',
          hemShape: 'shirt-tail',
          sleeve: { to: 1, cuff: 'shirt', trim: white },
          on: [
            placket(10),
            buttons(44, 280, 6, '#fff', 0, 3.8),
            pocket('patch', 46, 84, 48, 54),
            () => logoPatch(46, 112, dye.navy, colour.marigold),
          ],
        }),
        tie(cloth(dye.navy, 'stripe', dye.marigold), 214),
        lanyard(dye.madder, 226),
      ],
    },
    shown: {
      pose: 'flat',
      fold: { to: 232, beneath: [cloth(dye.sky), cloth('#DCE5EC', 'pinstripe', dye.madder), white] },
    },
    ground: { color: '#2B3A66', surface: 'panel', piece: 'sleeve', at: [90, 620, -16] },
    at: [292, 176, 2.1],
    swatches: [cloth('#DCE5EC', 'pinstripe', dye.cobalt), cloth(dye.navy, 'stripe', dye.marigold)],
    pinned: [484, 64],
  },
  'outdoor-cold-zone-staff': {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: cloth(dye.charcoal, 'twill'), hem: 'ankle', ease: 10, on: [legBand(540, 18, silver)] }),
        hood(cloth(dye.cobalt), '#C9B28C'),
        top({
          cloth: cloth(dye.cobalt),
          collar: { kind: 'mandarin' },
          fit: 'loose',
          hem: 'seat',
          sleeve: {
            to: 1,
            ease: 15,
            cuff: 'rib',
            trim: cloth(dye.charcoal),
            on: [rings(silver, [0.56, 0.07]), padded([0.2, 0.38, 0.7, 0.84])],
          },
          inside: [quilted([64, 112, 160, 208, 256, 304]), hoop(168, 20, silver, beacon)],
          on: [zip(14, undefined, colour.steel, dye.flare), bothSides(pocket('welt', 62, 236, 54))],
        }),
        gloves(cloth(dye.flare), 1, 0),
        sleevePatch(dye.beacon, dye.charcoal),
        wear(beanie(cloth(dye.flare), cloth('#C4521B'))),
      ],
    },
    shown: { view: 'three-quarter' },
    ground: { color: '#C3D0D6', surface: 'cloth', piece: 'sleeve', at: [480, 640, 18] },
    at: crop.hat,
    swatches: [cloth(dye.cobalt, 'quilt'), cloth('#C9B28C', 'terry')],
    pinned: [60, 84],
  },
};
