import { colour, dye } from '../../core/palette';
import { all, path, place } from '../../core/svg';
import { cloth } from '../../core/textures';
import { towelStack } from '../accessories/carried';
import { shoulderTowel } from '../accessories/gear';
import { namePlate } from '../accessories/insignia';
import { bowTie, neckerchief } from '../accessories/neckwear';
import { shoes } from '../accessories/shoes';
import { gardenTools, napkin, spoons } from '../accessories/tools';
import { apronBow, bibApron, waistApron } from '../cuts/aprons';
import { legs } from '../cuts/legs';
import { top } from '../cuts/top';
import { lay, wear } from '../figure/wear';
import { brimHat, toque } from '../headwear/hats-soft';
import { bothSides, buttons, frontEdge, placket, princess, yoke } from '../parts/details';
import { pocket } from '../parts/pockets';
import type { Tile } from '../tile';
import { apronBehind } from '../views/aprons-behind';
import { behind, centreBack } from '../views/behind';
import { boatCrew } from './roles/boat-crew';
import { crossed } from './roles/chefs';

const white = cloth(dye.white, 'twill');
const black = cloth(dye.charcoal, 'twill');
const batik = cloth(dye.white, 'palm', dye.teal, dye.flare);

const resortShirt = top({
  cloth: batik,
  collar: { kind: 'camp', depth: 54 },
  fit: 'boxy',
  hem: 'hip',
  sleeve: { to: 0.44, ease: 7, flare: 12 },
  on: [frontEdge(54, -9, false), buttons(74, 258, 5, dye.tan), pocket('patch', 46, 84, 48, 54)],
});

export const hospitality: Record<string, Tile> = {
  chefs: {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: cloth(dye.white, 'houndstooth', dye.charcoal), hem: 'ankle', ease: 5 }),
        top({
          cloth: white,
          collar: { kind: 'mandarin' },
          fit: 'regular',
          hem: 'seat',
          sleeve: { to: 1, ease: 3, cuff: 'turned' },
          on: [() => crossed()],
        }),
        waistApron(cloth(dye.white, 'linen'), 560, 92, { tieColor: dye.white }),
        neckerchief(cloth(dye.madder, 'dots', dye.white)),
        lay(apronBow(218, dye.white)),
        lay(spoons(), 152, 92, 0.7, 14),
        wear(toque(white)),
      ],
    },
    shown: { view: 'three-quarter' },
    ground: { color: '#8E3A2A', surface: 'cloth', piece: 'sleeve', at: [90, 600, -12] },
    at: [300, 338, 1.22],
    swatches: [cloth(dye.white, 'houndstooth', dye.charcoal), cloth(dye.madder, 'dots', dye.white)],
    pinned: [486, 72],
  },
  management: {
    outfit: {
      build: 'broad',
      pose: 'form',
      layers: [
        legs({ cloth: cloth(dye.ecru, 'twill'), hem: 'ankle', crease: true }),
        top({
          cloth: cloth(dye.bottle, 'brocade', '#4E8371'),
          collar: { kind: 'mandarin' },
          fit: 'tailored',
          hem: 'seat',
          hemShape: 'cutaway',
          sleeve: { to: 1, on: [] },
          on: [
            frontEdge(11, -9),
            buttons(36, 238, 7, colour.brass, 0, 5),
            pocket('welt', 48, 82, 44),
            () =>
              place(
                path('M-16 0L-8 -24L2 -4L10 -22L18 -1Z', {
                  fill: dye.marigold,
                  stroke: colour.ink,
                  'stroke-width': 1.8,
                }),
                48,
                82,
              ),
            bothSides(pocket('jet', 58, 226, 60)),
            () => namePlate(-48, 74, colour.brass),
          ],
        }),
      ],
    },
    shown: { view: 'three-quarter' },
    ground: { color: '#EBDCC4', surface: 'dots', piece: 'front', at: [500, 610, 10] },
    at: [300, 196, 1.46],
    swatches: [cloth(dye.bottle, 'brocade', '#4E8371'), cloth(dye.marigold, 'brocade')],
    pinned: [64, 76],
  },
  'house-keeping': {
    outfit: {
      build: 'slim',
      pose: 'form',
      layers: [
        legs({ cloth: cloth(dye.slate, 'twill'), hem: 'ankle', fly: false }),
        top({
          cloth: cloth('#B7C4D2', 'stripe', '#E6EAEC', undefined, 0.6),
          collar: { kind: 'peter-pan', trim: white },
          fit: 'aline',
          hem: 'above-knee',
          sleeve: { to: 0.42, cuff: 'turned', trim: white, puff: 5 },
          inside: [princess],
          on: [placket(8, undefined, 17, white), buttons(34, 170, 4, dye.navy, 0, 4)],
        }),
        bibApron(cloth(dye.white, 'linen'), 400, 74, {
          strap: dye.white,
          bib: 44,
          on: all(
            path('M-34 262H34V312Q0 326 -34 312Z', { fill: dye.white, stroke: colour.ink, 'stroke-width': 1.9 }),
            path('M0 262V318M-30 269H30', { stroke: '#8b8a92', 'stroke-width': 1.3, 'stroke-dasharray': '4 3' }),
            namePlate(0, 72, colour.brass),
          ),
        }),
      ],
    },
    shown: {
      view: 'back',
      layers: [
        behind({
          cloth: cloth('#B7C4D2', 'stripe', '#E6EAEC', undefined, 0.6),
          collar: 'fall',
          trim: white,
          fit: 'aline',
          hem: 'knee',
          sleeve: { to: 0.42, cuff: 'turned', trim: white, puff: 5 },
          on: [centreBack()],
        }),
        apronBehind(cloth(dye.white, 'linen'), 400),
      ],
    },
    ground: { color: '#C7D0BC', surface: 'panel', piece: 'skirt', at: [500, 190, 12] },
    at: [312, 140, 1.36],
    swatches: [cloth('#B7C4D2', 'stripe', '#E6EAEC', undefined, 0.6)],
    pinned: [64, 76],
    beside: [place(towelStack(126), 104, 700, 1.1)],
  },
  gardening: {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: cloth(dye.drab, 'twill'), hem: 'ankle', ease: 8 }),
        top({
          cloth: cloth(dye.sage, 'gingham', '#6F8264', undefined, 1.1),
          collar: { kind: 'shirt' },
          hem: 'hip',
          sleeve: { to: 0.58, cuff: 'rolled' },
          on: [placket(10), buttons(34, 60, 2, '#fff', 0, 3.6)],
        }),
        bibApron(cloth(dye.tan, 'denim'), 470, 92, { strap: '#6E4423', bib: 52, on: gardenTools() }),
        wear(brimHat(cloth(dye.straw, 'linen'), cloth(dye.bottle), 112, 20)),
        shoes('gumboot', dye.bottle, '#1E3A30'),
      ],
    },
    shown: {
      view: 'back',
      layers: [
        legs({ cloth: cloth(dye.drab, 'twill'), hem: 'ankle', ease: 8, fly: false }),
        behind({
          cloth: cloth(dye.sage, 'gingham', '#6F8264', undefined, 1.1),
          collar: 'fall',
          hem: 'hip',
          sleeve: { to: 0.58, cuff: 'rolled' },
          inside: [yoke(34)],
        }),
        apronBehind(cloth(dye.tan, 'denim'), 470, { straps: 'crossed', strap: '#6E4423' }),
        wear(brimHat(cloth(dye.straw, 'linen'), cloth(dye.bottle), 112, 20)),
        shoes('gumboot', dye.bottle, '#1E3A30'),
      ],
    },
    ground: { color: '#E9DDBE', surface: 'kraft', piece: 'leg', at: [80, 180, -12] },
    at: [300, 250, 1.22],
    swatches: [cloth(dye.sage, 'gingham', '#6F8264'), cloth(dye.tan, 'denim')],
    pinned: [486, 250],
  },
  'f-and-b': {
    outfit: {
      build: 'broad',
      pose: 'form',
      layers: [
        legs({ cloth: black, hem: 'ankle', crease: true }),
        top({
          cloth: white,
          collar: { kind: 'shirt' },
          hem: 'waist',
          sleeve: { to: 1, cuff: 'shirt' },
          on: [placket(10), buttons(34, 90, 3, colour.ink, 0, 3.2)],
        }),
        top({
          cloth: cloth(dye.maroon, 'brocade', '#96505A'),
          collar: { kind: 'none', depth: 112 },
          fit: 'tailored',
          hem: 'belt',
          hemShape: 'points',
          cutIn: 22,
          on: [frontEdge(112, -8, false), buttons(132, 214, 4, colour.brass), bothSides(pocket('welt', 46, 172, 38))],
        }),
        waistApron(black, 600, 92, { drop: 26, pocket: true, tieColor: dye.charcoal }),
        bowTie(cloth(dye.maroon)),
        napkin(),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#E8D2BD', surface: 'dots', piece: 'collar', at: [470, 660, 10] },
    at: [306, 150, 1.32],
    swatches: [cloth(dye.maroon, 'brocade', '#96505A'), black],
    pinned: [64, 70],
  },
  'boat-crews': boatCrew,
  'pool-side': {
    outfit: {
      build: 'broad',
      pose: 'hanger',
      layers: [
        legs({ cloth: cloth(dye.teal, 'twill'), hem: 'above-knee', ease: 10, flare: 14 }),
        resortShirt,
        shoulderTowel(cloth(dye.white), dye.flare, 196),
      ],
    },
    shown: {
      pose: 'flat',
      layers: [resortShirt],
      fold: { to: 214, beneath: [cloth(dye.teal, 'twill'), batik, cloth(dye.white, 'terry')] },
    },
    ground: { color: '#8FC0BC', surface: 'panel', piece: 'leg', at: [520, 560, 14] },
    at: [306, 190, 1.98],
    swatches: [batik, cloth(dye.teal, 'twill')],
    pinned: [498, 64],
    beside: [place(brimHat(cloth(dye.straw, 'linen'), cloth(dye.teal), 92, 12), 110, 640, 1.05, -10)],
  },
};
