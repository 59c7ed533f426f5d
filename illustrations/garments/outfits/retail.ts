import { colour, dye } from '../../core/palette';
import { path, place } from '../../core/svg';
import { cloth } from '../../core/textures';
import { radio } from '../accessories/belts';
import { logoPatch } from '../accessories/carried';
import { namePlate, print } from '../accessories/insignia';
import { lanyard, tie } from '../accessories/neckwear';
import { headset, shoppingBag } from '../accessories/tools';
import { waistApron } from '../cuts/aprons';
import { cargo, legs } from '../cuts/legs';
import { saree } from '../cuts/saree';
import { top } from '../cuts/top';
import type { Level } from '../figure/body';
import type { Layer } from '../figure/layer';
import { lay, plain } from '../figure/wear';
import { baseballCap } from '../headwear/hats-soft';
import { bothSides, buttons, frontEdge, placket, princess } from '../parts/details';
import { pocket } from '../parts/pockets';
import type { Tile } from '../tile';
import { behind } from '../views/behind';
import { lap } from '../views/lap';
import { poolSide } from './roles/pool-side';

const white = cloth(dye.white, 'twill');
const chalk = cloth('#35383F', 'pinstripe', '#C9CBD0');
const silk = cloth('#7A2A3E', 'sprig', '#E2A72E', '#F0D896');

/** A chalk-striped three-piece without its trousers, with the given length of jacket. */
const suit = (hem: Level): readonly Layer[] => [
  top({
    cloth: white,
    collar: { kind: 'shirt' },
    fit: 'fitted',
    hem: 'hip',
    under: true,
    sleeve: { to: 1.03, cuff: 'shirt' },
  }),
  tie(cloth(dye.madder, 'dots', dye.blush), 190),
  top({
    cloth: chalk,
    collar: { kind: 'none', depth: 148 },
    fit: 'fitted',
    hem: 'belt',
    cutIn: 20,
    on: [buttons(160, 214, 3, dye.black)],
  }),
  top({
    cloth: chalk,
    collar: { kind: 'peak', depth: 146 },
    fit: 'tailored',
    hem,
    sleeve: { to: 0.97, on: [] },
    on: [
      frontEdge(146, -30, false),
      buttons(164, 228, 3, dye.black, -30, 5.4),
      buttons(164, 228, 3, dye.black, 30, 5.4),
      pocket('welt', 58, 122, 40),
      () => path('M44 122L48 98L58 112L66 96L74 118Z', { fill: dye.white, stroke: colour.ink, 'stroke-width': 1.8 }),
      bothSides(pocket('jet', 58, 232, 60)),
    ],
  }),
];

export const retail: Record<string, Tile> = {
  'floor-staff': {
    outfit: {
      build: 'slim',
      pose: 'form',
      layers: [
        legs({ cloth: cloth(dye.oat, 'twill'), hem: 'ankle' }),
        top({
          cloth: cloth(dye.madder, 'mesh'),
          collar: { kind: 'polo', trim: cloth(dye.navy, 'rib') },
          fit: 'regular',
          hem: 'hip',
          sleeve: { to: 0.4, ease: 4, cuff: 'rib', trim: cloth(dye.navy) },
          on: [
            placket(12, 84, 15, cloth(dye.navy)),
            buttons(32, 68, 3, dye.white, 0, 3.4),
            () => logoPatch(36, 84, dye.white, dye.madder),
            () => namePlate(-38, 76),
          ],
        }),
        waistApron(cloth(dye.navy, 'denim'), 360, 84, { pocket: true }),
      ],
    },
    shown: { pose: 'flat', fold: { to: 176, beneath: [cloth(dye.navy, 'denim'), cloth(dye.oat, 'twill')] } },
    ground: { color: '#EBD3C2', surface: 'dots', piece: 'front', at: [500, 250, 12] },
    at: [276, 190, 2.3],
    swatches: [cloth(dye.madder, 'mesh'), cloth(dye.navy, 'denim')],
    pinned: [62, 74],
    beside: [place(shoppingBag(), 508, 640, 1.15, 4)],
  },
  'pool-side': poolSide,
  'corporate-executives': {
    outfit: {
      build: 'broad',
      pose: 'form',
      layers: [legs({ cloth: chalk, hem: 'ankle', crease: true }), ...suit('seat')],
    },
    shown: { layers: [lap(chalk, '#26262A'), ...suit('hip')] },
    ground: { color: '#D8CDBB', surface: 'cloth', piece: 'sleeve', at: [90, 600, -12] },
    at: [300, 112, 1],
    swatches: [chalk, cloth(dye.madder, 'dots', dye.blush)],
    pinned: [494, 62],
  },
  'guest-relations': {
    outfit: {
      build: 'slim',
      pose: 'form',
      layers: [
        top({
          cloth: cloth('#C98A2B', 'brocade', '#F0D896'),
          collar: { kind: 'boat', depth: 18 },
          fit: 'fitted',
          hem: 150,
          sleeve: { to: 0.4, cuff: 'bound', trim: plain('#7A2A3E') },
        }),
        saree(silk, { base: '#C98A2B', second: '#F6E3A8' }),
        lay(namePlate(-34, 74, colour.brass), 0, 0),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#E9DDC6', surface: 'dots', piece: 'skirt', at: [96, 180, -12] },
    at: [280, 108, 0.95],
    swatches: [silk, cloth('#C98A2B', 'brocade', '#F0D896')],
    pinned: [478, 80],
  },
  'event-crew': {
    outfit: {
      build: 'broad',
      pose: 'flat',
      layers: [
        legs({ cloth: cloth('#6B6A58', 'twill'), hem: 'ankle', ease: 10, on: [cargo(350, 42, 60)] }),
        top({
          cloth: cloth(dye.black),
          collar: { kind: 'crew', depth: 16 },
          fit: 'regular',
          hem: 'hip',
          sleeve: { to: 0.42, ease: 5 },
          on: [() => print('CREW', 0, 192, 42, dye.marigold, 8)],
        }),
        lanyard(dye.madder, 112, dye.butter),
        lay(radio(-62, 256)),
      ],
    },
    shown: {
      view: 'back',
      layers: [
        legs({ cloth: cloth('#6B6A58', 'twill'), hem: 'ankle', ease: 10, fly: false, on: [cargo(350, 42, 60)] }),
        behind({
          cloth: cloth(dye.black),
          collar: 'rib',
          fit: 'regular',
          hem: 'hip',
          sleeve: { to: 0.42, ease: 5 },
          on: [
            () => print('CREW', 0, 70, 42, dye.marigold, 8),
            () => print('ASK ME WHERE', 0, 136, 11, dye.marigold, 2),
          ],
        }),
      ],
    },
    ground: { color: '#C9B8D0', surface: 'panel', piece: 'leg', at: [86, 600, -12] },
    at: [300, 156, 1.5],
    swatches: [cloth('#6B6A58', 'twill')],
    pinned: [496, 560],
    beside: [
      place(baseballCap(cloth(dye.black), cloth(dye.marigold)), 96, 640, 1.1, -12),
      place(headset(), 508, 110, 1, 10),
    ],
  },
  managers: {
    outfit: {
      build: 'slim',
      pose: 'form',
      layers: [
        legs({ cloth: cloth(dye.slate, 'herringbone'), hem: 'ankle', crease: true }),
        top({
          cloth: cloth('#F3E7DD', 'twill'),
          collar: { kind: 'notch', depth: 40 },
          fit: 'fitted',
          hem: 'hip',
          under: true,
        }),
        top({
          cloth: cloth(dye.slate, 'herringbone'),
          collar: { kind: 'shawl', depth: 138, trim: cloth('#454D56', 'twill') },
          fit: 'tailored',
          hem: 'hip',
          hemShape: 'cutaway',
          sleeve: { to: 0.86, cuff: 'rolled', trim: cloth(dye.rose, 'stripe', dye.white) },
          inside: [princess],
          on: [
            frontEdge(138, -9),
            buttons(156, 156, 1, dye.black, 0, 6.4),
            bothSides(pocket('jet', 50, 218, 52)),
            () => namePlate(-50, 118, colour.brass),
            () =>
              path('M38 124L42 98L54 114L62 98L68 122Z', { fill: dye.madder, stroke: colour.ink, 'stroke-width': 1.8 }),
          ],
        }),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#C8D0BE', surface: 'grid', piece: 'collar', at: [440, 660, -8] },
    at: [300, 172, 1.5],
    swatches: [cloth(dye.slate, 'herringbone'), cloth(dye.rose, 'stripe', dye.white)],
    pinned: [62, 66],
  },
};
