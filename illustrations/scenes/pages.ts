import { colour } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { inked } from '../core/pens/pens';
import { grainLine, pin, solid, swatch, tape } from '../core/props';
import { all, el, path, place } from '../core/svg';
import { fabric, shadow } from '../furnishings/cloth';
import { sunlight, vignette } from '../furnishings/rooms';
import { lamp, patternPiece, picture, shelf, vase } from '../furnishings/things';
import { windowFrame } from '../furnishings/windows';
import { outfitOf } from '../garments/outfit-of';
import { cone } from '../merchandise/embroidery';
import { cloths, fan, tableTop } from './props/desk';
import { paperWall, piece, pinned } from './props/studio';
import { chalk, lying, pinCushion, shears, snakeTape } from './props/tools';

const ink = colour.ink;

/** A desk with a telephone, an order book and cloth samples. */
export const contact = () =>
  all(
    paperWall(1600, 660, '#DDE0D0'),
    place(windowFrame(420, 460, 'sky', 3, 2), 1080, 70),
    place(picture(190, 240, patternPiece('FRONT')), 760, 110),
    sunlight(80, 60, 120, 190, 0.35),
    tableTop(640, '#9C7046'),
    place(
      all(
        shadow(0, 40, 170, 26),
        solid(outline([-130, 40], [-110, -30, 's'], [-60, -70], [60, -70], [110, -30, 's'], [130, 40]), '#22305F', 2.8),
        el('circle', { cx: 0, cy: -10, r: 48, fill: '#F4EDDF', stroke: ink, 'stroke-width': 2.4 }),
        ...Array.from({ length: 10 }, (_, i) =>
          el('circle', {
            cx: Math.cos(i * 0.58 - 1) * 34,
            cy: -10 + Math.sin(i * 0.58 - 1) * 34,
            r: 7.5,
            fill: '#22305F',
            stroke: ink,
            'stroke-width': 1.2,
          }),
        ),
        solid(
          outline(
            [-170, -76],
            [-150, -116, 's'],
            [-60, -112, 's'],
            [0, -104, 's'],
            [60, -112, 's'],
            [150, -116, 's'],
            [170, -76],
            [100, -70],
            [60, -88, 's'],
            [0, -84, 's'],
            [-60, -88, 's'],
            [-100, -70],
          ),
          '#2C3D74',
          2.8,
        ),
      ),
      430,
      850,
      1.3,
    ),
    path('M280 900C200 960 120 900 60 980', { stroke: ink, 'stroke-width': 9 }),
    place(
      lying(
        all(
          path('M-300 -180H0V180H-300Z', { fill: '#FFFBF2', stroke: ink, 'stroke-width': 2.4 }),
          path('M0 -180H300V180H0Z', { fill: '#F6EFDF', stroke: ink, 'stroke-width': 2.4 }),
          path([0, 1, 2, 3, 4, 5, 6, 7].map((i) => `M-270 ${-110 + i * 38}h230M40 ${-110 + i * 38}h180`).join(''), {
            stroke: ink,
            'stroke-width': 2,
            opacity: 0.35,
          }),
          lettering('ORDERS', -270, -160, 24, { stroke: colour.madder, 'stroke-width': 3 }),
        ),
        0,
        0,
        1.05,
        4,
      ),
      960,
      850,
    ),
    path('M1010 900L1180 800L1190 812L1024 912L1006 914Z', { fill: '#E2A72E', stroke: ink, 'stroke-width': 2.4 }),
    fan(1400, 930, 7, 210, 110, -130, 16),
    place(lamp(330, '#F3E6C4', '#65755A'), 1500, 720),
    place(vase(140, '#B5654A'), 700, 700),
    vignette(1600, 1000, '#2A1E10', 0.32),
  );

/** An open swatch book with pinked squares of cloth. */
export const blogBanner = () =>
  all(
    paperWall(1600, 1000, '#E9DDC2'),
    path('M0 0H1600V1000H0Z', { fill: 'none' }),
    sunlight(40, 40, 140, 220, 0.35),
    path('M540 190L1040 160L1060 900L520 920Z', { fill: ink, opacity: 0.2, transform: 'translate(16 22)' }),
    path('M1040 160L1560 190L1590 920L1060 900Z', { fill: ink, opacity: 0.2, transform: 'translate(16 22)' }),
    solid('M530 186L1040 156L1060 900L510 922Z', '#FFFBF2', 3),
    solid('M1040 156L1564 186L1594 922L1060 900Z', '#FBF3E2', 3),
    path('M1040 156L1060 900', { stroke: ink, 'stroke-width': 5 }),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      place(
        swatch(cloths[i] ?? fabric.oat, 180, 170),
        580 + (i % 2) * 226,
        236 + Math.floor(i / 2) * 222,
        1,
        (i % 3) * 2 - 3,
      ),
    ),
    ...[6, 7, 8, 9, 10, 11].map((i) =>
      place(
        swatch(cloths[i] ?? fabric.oat, 180, 170),
        1104 + (i % 2) * 230,
        232 + Math.floor((i - 6) / 2) * 224,
        1,
        (i % 3) * 2 - 1,
      ),
    ),
    ...[0, 1, 2, 3].map((i) => place(pin(i % 2 ? colour.indigo : colour.madder), 700 + i * 220, 246 + (i % 2) * 440)),
    place(shears(12), 300, 640, 1, 14),
    place(tape(520, 30), -40, 930, 1, -4),
    place(chalk('#F4EDDF'), 420, 330, 1.4, 10),
    place(chalk('#E9A08D'), 460, 410, 1.2, -20),
    place(grainLine(200, colour.madder, 3), 190, 300),
    vignette(1600, 1000, '#3A2A12', 0.3),
  );

export const coursesBanner = () =>
  all(
    paperWall(1600, 560, '#D8DDCB'),
    sunlight(80, 40, 120, 170, 0.35),
    place(shelf(640), 480, 210),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      place(
        cone(['#A63A24', '#22305F', '#E2A72E', '#65755A', '#F4EDDF', '#C88B6C'][i] ?? '#A63A24', 120),
        560 + i * 100,
        210,
      ),
    ),
    ...[0, 1].map((i) => place(pinned(piece(i ? 'sleeve' : 'front')), 640 + i * 320, 380, 0.78, i * 5 - 3)),
    tableTop(540),
    fan(560, 930, 10, 230, 100, -150, 13),
    place(
      lying(inked(outfitOf('retail', 'managers', { pose: 'flat', head: false }), 1.42), 0, 0, 1.42, -4, 0.72, -0.14),
      880,
      600,
    ),
    place(
      snakeTape(
        [
          [1080, 1010],
          [1140, 900, 's'],
          [1220, 880, 's'],
          [1230, 780, 's'],
          [1180, 700],
        ],
        30,
      ),
      0,
      0,
    ),
    place(pinCushion(), 470, 660, 0.9),
    vignette(1600, 1000, '#2A1E10', 0.32),
  );
