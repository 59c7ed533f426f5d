import { dye } from '../../core/palette';
import { place } from '../../core/svg';
import { cloth } from '../../core/textures';
import { clipboard, logoPatch } from '../accessories/carried';
import { fobWatch, pens, slippers, tubes } from '../accessories/desk';
import { gloves, namePlate } from '../accessories/insignia';
import { neckBow, stethoscope, tie } from '../accessories/neckwear';
import { shoes } from '../accessories/shoes';
import { apronBow } from '../cuts/aprons';
import { legs } from '../cuts/legs';
import { sideBow } from '../cuts/robes';
import { skirt } from '../cuts/skirt';
import { top } from '../cuts/top';
import { lay, plain, wear } from '../figure/wear';
import { faceShield } from '../headwear/hats-hard';
import { bouffant, capAndMask } from '../headwear/hats-soft';
import { bothSides, buttons, frontEdge, hoop, piping, princess, tucks } from '../parts/details';
import { pocket } from '../parts/pockets';
import type { Tile } from '../tile';
import { behind } from '../views/behind';
import { tiedCap } from '../views/caps-behind';

const white = cloth(dye.white, 'twill');
const theatre = cloth(dye.theatre, 'linen');
const scrub = cloth('#3C7C92', 'twill');
const gown = cloth('#D5E2E6', 'sprig', '#5B8A9C', '#A63A24', 0.9);

export const healthcare: Record<string, Tile> = {
  doctors: {
    outfit: {
      build: 'broad',
      pose: 'form',
      layers: [
        legs({ cloth: cloth(dye.slate, 'twill'), hem: 'ankle', crease: true }),
        top({ cloth: cloth('#B5CBDD', 'twill'), collar: { kind: 'shirt' }, fit: 'fitted', hem: 'hip', under: true }),
        tie(cloth(dye.navy, 'dots', '#AFC4D6'), 190),
        top({
          cloth: white,
          collar: { kind: 'notch', depth: 150 },
          fit: 'regular',
          hem: 'thigh',
          sleeve: { to: 1, ease: 3 },
          on: [
            frontEdge(150, -9, false),
            buttons(172, 300, 3, dye.white),
            pocket('patch', 56, 112, 46, 52),
            () => pens(50, 112),
            bothSides(pocket('patch', 60, 232, 62, 72)),
            () => namePlate(-56, 116),
          ],
        }),
        stethoscope('#3D4047'),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#3F7F80', surface: 'panel', piece: 'sleeve', at: [90, 610, -12] },
    at: [300, 150, 1.42],
    swatches: [white, cloth('#B5CBDD', 'twill')],
    pinned: [496, 62],
  },
  'lab-technicians': {
    outfit: {
      build: 'slim',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: cloth('#6F8E8A'), hem: 'ankle', fly: false }),
        top({
          cloth: cloth('#DCE9E4', 'twill'),
          collar: { kind: 'mandarin', trim: cloth(dye.teal) },
          fit: 'boxy',
          hem: 'above-knee',
          sleeve: { to: 0.98, ease: 2, cuff: 'rib', trim: cloth(dye.teal) },
          on: [
            piping('M0 11C30 12 46 26 46 60V404', dye.teal, 3),
            buttons(60, 330, 7, dye.silver, 36, 4.4),
            pocket('patch', -40, 92, 42, 46),
            () => tubes(-40, 92),
            bothSides(pocket('patch', 52, 236, 52, 62)),
          ],
        }),
        gloves(cloth('#6F86C2'), 0.99, 26),
        wear(bouffant(cloth('#DCE9E4'))),
        wear(faceShield()),
      ],
    },
    shown: { view: 'three-quarter' },
    ground: { color: '#E6DFCB', surface: 'grid', piece: 'collar', at: [440, 660, -8] },
    at: [300, 262, 1.12],
    swatches: [cloth('#DCE9E4', 'twill'), cloth(dye.teal)],
    pinned: [62, 80],
  },
  nurses: {
    outfit: {
      build: 'slim',
      pose: 'hanger',
      layers: [
        legs({ cloth: scrub, hem: 'ankle', ease: 4, fly: false }),
        top({
          cloth: scrub,
          collar: { kind: 'vee', depth: 74, trim: plain('#CFE3E8') },
          fit: 'boxy',
          hem: 'hip',
          sleeve: { to: 0.42, ease: 6, flare: 8, cuff: 'bound', trim: plain('#CFE3E8') },
          on: [
            pocket('patch', 40, 92, 44, 48),
            () => pens(34, 92),
            bothSides(pocket('patch', 50, 206, 54, 58)),
            () => fobWatch(-40, 84),
          ],
        }),
        shoes('trainer', dye.white, dye.teal),
      ],
    },
    shown: { pose: 'flat', fold: { to: 196, beneath: [scrub, scrub, plain('#CFE3E8'), scrub] } },
    ground: { color: '#EBD4C6', surface: 'dots', piece: 'front', at: [500, 600, 12] },
    at: [306, 192, 2.1],
    swatches: [scrub, plain('#CFE3E8')],
    pinned: [62, 80],
  },
  'ot-staff': {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        top({
          cloth: theatre,
          collar: { kind: 'crew', depth: 12 },
          fit: 'loose',
          hem: 'calf',
          sleeve: { to: 1, ease: 9, cuff: 'rib', trim: cloth('#DCE9E4') },
          inside: [tucks([-70, -40, 36, 66], 214, 520), hoop(198, 14, cloth(dye.bottle, 'linen'))],
          on: [piping('M22 8C36 60 56 130 98 206', dye.bottle, 2.4)],
        }),
        sideBow(cloth(dye.bottle, 'linen'), 74, 208),
        gloves(cloth('#EFE3CF'), 0.99, 24),
        wear(capAndMask(theatre, cloth('#CFE0E6'))),
      ],
    },
    shown: {
      view: 'back',
      layers: [
        behind({
          cloth: theatre,
          collar: 'rib',
          fit: 'loose',
          hem: 'calf',
          sleeve: { to: 1, ease: 9, cuff: 'rib', trim: cloth('#DCE9E4') },
          inside: [hoop(198, 14, cloth(dye.bottle, 'linen'))],
          on: [piping('M-14 -14C-20 120 -34 300 -40 560', dye.bottle, 2.4)],
        }),
        lay(apronBow(8, dye.bottle), 0, 0, 1.1),
        lay(apronBow(206, dye.bottle), -24, 0),
        gloves(cloth('#EFE3CF'), 0.99, 24),
        wear(tiedCap(theatre, '#CFE0E6')),
      ],
    },
    ground: { color: '#CBD8CC', surface: 'cloth', piece: 'sleeve', at: [500, 160, 12] },
    at: [300, 270, 1.2],
    swatches: [theatre, cloth('#CFE0E6')],
    pinned: [62, 84],
  },
  'reception-and-admin': {
    outfit: {
      build: 'slim',
      pose: 'form',
      layers: [
        skirt({ cloth: cloth(dye.indigo, 'twill'), hem: 'knee', shape: 'pencil' }),
        top({
          cloth: cloth('#F4E4D9', 'sprig', dye.rose, dye.madder),
          collar: { kind: 'mandarin' },
          fit: 'tailored',
          hem: 'waist',
          sleeve: { to: 0.72, cuff: 'bound', trim: cloth(dye.rose), ease: 3, puff: 4 },
        }),
        top({
          cloth: cloth(dye.indigo, 'twill'),
          collar: { kind: 'none', depth: 108 },
          fit: 'fitted',
          hem: 'hip',
          hemShape: 'cutaway',
          cutIn: 16,
          inside: [princess],
          on: [
            frontEdge(108, -8),
            buttons(126, 214, 4, dye.rose, 0, 5),
            bothSides(pocket('welt', 48, 206, 40)),
            () => namePlate(-42, 116),
            () => logoPatch(42, 118, dye.white, dye.teal),
          ],
        }),
        neckBow(cloth('#F4E4D9', 'sprig', dye.rose, dye.madder)),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#C3D3D8', surface: 'dots', piece: 'skirt', at: [500, 580, 12] },
    at: [300, 160, 1.42],
    swatches: [cloth('#F4E4D9', 'sprig', dye.rose, dye.madder), cloth(dye.indigo, 'twill')],
    pinned: [62, 70],
    beside: [place(clipboard(), 98, 610, 1.05, -8)],
  },
  'patients-wear': {
    outfit: {
      build: 'broad',
      pose: 'hanger',
      layers: [
        top({
          cloth: gown,
          collar: { kind: 'wrap', depth: 100, trim: plain('#5B8A9C') },
          fit: 'gown',
          hem: 'above-knee',
          sleeve: { to: 0.52, ease: 12, flare: 18, cuff: 'bound', trim: plain('#5B8A9C') },
          on: [piping('M12 108C40 150 70 180 112 200', '#5B8A9C', 5)],
        }),
        sideBow(plain('#5B8A9C'), 102, 206),
      ],
    },
    shown: { pose: 'flat', fold: { to: 206, beneath: [gown, cloth(dye.white, 'terry'), gown] } },
    ground: { color: '#EADFC9', surface: 'cloth', piece: 'front', at: [92, 600, -12] },
    at: [300, 186, 1.86],
    swatches: [gown],
    pinned: [492, 70],
    beside: [place(slippers(cloth(dye.white, 'terry')), 530, 668, 0.72, 6)],
  },
};
