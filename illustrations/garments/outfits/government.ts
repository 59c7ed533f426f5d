import { colour, dye } from '../../core/palette';
import { all, path } from '../../core/svg';
import { cloth } from '../../core/textures';
import { belt, crossBelt, radio, waistSash } from '../accessories/belts';
import { plateCarrier } from '../accessories/gear';
import { aiguillette, frogging, ribbons } from '../accessories/honours';
import { chevrons, epaulettes, gloves, namePlate, print, sleevePatch } from '../accessories/insignia';
import { tie, whistleCord } from '../accessories/neckwear';
import { shoes } from '../accessories/shoes';
import { cargo, kneePad, legs, sideStripe } from '../cuts/legs';
import { top } from '../cuts/top';
import { lay, plain, wear } from '../figure/wear';
import { combatHelmet, paradeTurban, peakedCap } from '../headwear/hats-hard';
import { beret } from '../headwear/hats-soft';
import { bothSides, buttons, frontEdge, placket, yoke } from '../parts/details';
import { pocket } from '../parts/pockets';
import { rings } from '../parts/sleeve';
import { crop, type Tile } from '../tile';
import { behind } from '../views/behind';
import { helmetBehind, plateBehind } from '../views/bibs-behind';
import { administration } from './roles/administration';

const camo = cloth('#8E9163', 'camo', '#56613C', '#B59B6A', 0.9);
const olive = cloth('#6A6B45', 'twill');
const khaki = cloth('#B7996A', 'twill');
const scarlet = cloth(dye.scarlet, 'twill');
const black = cloth('#34363C', 'twill');

export const government: Record<string, Tile> = {
  infantry: {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: camo, hem: 'ankle', ease: 9, on: [cargo(392, 42, 60)] }),
        top({
          cloth: camo,
          collar: { kind: 'shirt' },
          fit: 'regular',
          hem: 'hip',
          sleeve: { to: 1, ease: 5, cuff: 'shirt' },
          on: [placket(10)],
        }),
        plateCarrier(cloth('#7A7350', 'mesh')),
        sleevePatch('#4A5232', '#E2C98A'),
        wear(combatHelmet(camo)),
        shoes('boot', '#5A4630'),
      ],
    },
    shown: {
      view: 'back',
      layers: [
        legs({ cloth: camo, hem: 'ankle', ease: 9, fly: false, on: [cargo(392, 42, 60)] }),
        behind({ cloth: camo, collar: 'fall', hem: 'hip', sleeve: { to: 1, ease: 5, cuff: 'shirt' } }),
        plateBehind(cloth('#7A7350', 'mesh')),
        sleevePatch('#4A5232', '#E2C98A'),
        wear(helmetBehind(camo)),
        shoes('boot', '#5A4630'),
      ],
    },
    ground: { color: '#D8CDA6', surface: 'grid', piece: 'leg', at: [500, 580, 12] },
    at: [300, 262, 1.28],
    swatches: [camo, cloth('#7A7350', 'mesh')],
    pinned: [60, 84],
  },
  'officer-class': {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: olive, hem: 'ankle' }),
        top({ cloth: cloth('#C9B88C', 'twill'), collar: { kind: 'shirt' }, fit: 'fitted', hem: 'hip', under: true }),
        tie(cloth('#5A5433', 'twill'), 160),
        top({
          cloth: olive,
          collar: { kind: 'notch', depth: 96 },
          fit: 'tailored',
          hem: 'seat',
          sleeve: { to: 1 },
          on: [
            frontEdge(96, -9, false),
            buttons(116, 276, 4, colour.brass, 0, 6),
            bothSides(pocket('pleat', 52, 96, 46, 50)),
            bothSides(pocket('flap', 58, 244, 62, 40)),
            () => ribbons(56, 70, 2),
            () =>
              all(
                path('M-66 34L-50 26L-46 40L-60 48Z', { fill: dye.scarlet, stroke: colour.ink, 'stroke-width': 1.6 }),
                path('M66 34L50 26L46 40L60 48Z', { fill: dye.scarlet, stroke: colour.ink, 'stroke-width': 1.6 }),
              ),
          ],
        }),
        crossBelt('#6E3F1E', 11, undefined, 'right'),
        belt('#6E3F1E', { drop: 0, height: 24, ease: 10 }),
        epaulettes(olive, { stars: 3, gold: colour.marigold }),
        wear(peakedCap(olive, cloth(dye.scarlet, 'twill'), colour.brass)),
      ],
    },
    shown: { view: 'three-quarter' },
    ground: { color: '#E4D8BC', surface: 'dots', piece: 'sleeve', at: [500, 160, 14] },
    at: crop.hat,
    swatches: [olive, cloth(dye.scarlet, 'twill')],
    pinned: [60, 84],
  },
  'parade-ceremonial': {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: cloth(dye.navy, 'twill'), hem: 'ankle', on: [sideStripe(dye.scarlet, 13)] }),
        top({
          cloth: scarlet,
          collar: { kind: 'mandarin', trim: cloth(dye.navy, 'twill') },
          fit: 'tailored',
          hem: 'seat',
          sleeve: { to: 0.97, on: [rings(plain(dye.navy), [0.84, 0.13])] },
          on: [
            frontEdge(11, -2, false),
            () => frogging([46, 84, 122, 160], 58, dye.marigold),
            () => ribbons(54, 62, 0, 3),
          ],
        }),
        waistSash(cloth(dye.white, 'twill'), dye.marigold),
        aiguillette(dye.marigold),
        epaulettes(cloth(dye.navy), { fringe: true, gold: dye.marigold }),
        gloves(cloth(dye.white, 'twill'), 0.99, 12),
        wear(paradeTurban(cloth('#D9542B', 'twill'), dye.marigold)),
      ],
    },
    shown: { view: 'three-quarter' },
    ground: { color: '#2C3E49', surface: 'panel', piece: 'front', at: [84, 160, -12] },
    at: [300, 322, 1.12],
    swatches: [scarlet, cloth('#D9542B', 'twill')],
    pinned: [498, 62],
  },
  'traffic-and-patrol-police': {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: khaki, hem: 'ankle', crease: true }),
        top({
          cloth: khaki,
          collar: { kind: 'shirt' },
          fit: 'regular',
          hem: 'waist',
          sleeve: { to: 0.98, ease: 3, cuff: 'shirt' },
          on: [
            placket(10),
            buttons(36, 186, 5, colour.brass, 0, 4),
            bothSides(pocket('pleat', 47, 80, 44, 50)),
            () => namePlate(-47, 62, '#26262A'),
            () => ribbons(47, 58, 2),
          ],
        }),
        crossBelt(dye.white, 17, colour.brass),
        belt('#6E3F1E', { drop: 4, height: 24, ease: 18 }),
        epaulettes(khaki, { stars: 2, gold: colour.steel }),
        chevrons(3, dye.white),
        whistleCord(dye.scarlet),
        lay(radio(-88, 214)),
        gloves(cloth(dye.white), 0.96, 56),
        wear(beret(cloth('#27407A'), colour.brass, dye.scarlet)),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#C4CED0', surface: 'kraft', piece: 'front', at: [500, 600, 12] },
    at: [300, 268, 1.36],
    swatches: [khaki, cloth('#27407A')],
    pinned: [498, 62],
  },
  'special-ops': {
    outfit: {
      build: 'broad',
      pose: 'form',
      head: true,
      layers: [
        legs({ cloth: black, hem: 'ankle', ease: 9, on: [cargo(360, 42, 56), kneePad(cloth('#4B4E55', 'mesh'))] }),
        top({
          cloth: black,
          collar: { kind: 'mandarin' },
          fit: 'fitted',
          hem: 'hip',
          sleeve: { to: 1, ease: 4, cuff: 'elastic' },
          inside: [yoke(40)],
        }),
        plateCarrier(cloth('#565A4C', 'mesh'), 'radio'),
        lay(
          all(
            path('M-34 56H34V90H-34Z', { fill: '#2A2A2D', stroke: colour.ink, 'stroke-width': 1.8 }),
            print('SPL', 0, 66, 15, '#D9D6C6', 3.2),
          ),
        ),
        lay(radio(-50, 20), 0, 0, 0.9),
        belt('#2A2A2D', { drop: 34, ease: 18, height: 24, buckle: '#565A4C' }),
        gloves(cloth('#4B4E55', 'mesh'), 1, 14),
        balaclava(),
        wear(combatHelmet(cloth('#4A4E44', 'mesh'), '#C97F2E')),
        shoes('boot', '#26262A'),
      ],
    },
    shown: { view: 'three-quarter-left' },
    ground: { color: '#B0B49C', surface: 'cloth', piece: 'leg', at: [90, 560, -12] },
    at: [300, 262, 1.28],
    swatches: [black, cloth('#565A4C', 'mesh')],
    pinned: [498, 62],
  },
  administration,
};

/** A knitted hood that leaves the eyes free, on the head block. */
function balaclava() {
  return wear(
    all(
      path('M0 -56C34 -56 44 -20 40 20C36 48 22 62 26 90H-26C-22 62 -36 48 -40 20C-44 -20 -34 -56 0 -56Z', {
        fill: '#34363C',
        stroke: colour.ink,
        'stroke-width': 2.2,
      }),
      path('M-36 -6Q0 6 36 -6V14Q0 26 -36 14Z', { fill: '#D8C6A4', stroke: colour.ink, 'stroke-width': 1.8 }),
    ),
  );
}
