import { outline } from '../core/curve';
import { colour, dye } from '../core/palette';
import { pin, solid, swatch } from '../core/props';
import { all, el, flip, group, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { crest } from '../furnishings/bath';
import { stack } from '../furnishings/bedding';
import { drape, fabric, fallLight, shadow, soft } from '../furnishings/cloth';
import { floor, skirting, sunlight, vignette } from '../furnishings/rooms';
import { bench } from '../furnishings/seating';
import { lamp, pendant, plant, table } from '../furnishings/things';
import { windowFrame } from '../furnishings/windows';
import { foldedShirt } from '../merchandise/packing';
import { cloths, onFloor, tableTop } from './desk';
import { hungRow } from './hung';
import { mirror, sewingMachine } from './machines';
import { outfit } from './outfit';
import { shell } from './room-kit';
import { paperWall, piece, railStand, shaft } from './studio';
import { lying, pinCushion, snakeTape } from './tools';

const ink = colour.ink;

/** A laptop open beside folded shirts and colour swatches. */
export const course1 = () =>
  all(
    paperWall(1600, 620, '#E4D8C0'),
    sunlight(60, 60, 130, 190, 0.4),
    place(plant(330), 1460, 620),
    tableTop(600, '#B98F5E'),
    shadow(620, 870, 430, 40),
    solid('M340 300H920V700H340Z', '#3D4047', 3),
    path('M362 322H898V674H362Z', { fill: '#F4EDDF', stroke: ink, 'stroke-width': 2 }),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
      path(
        `M630 500L${630 + Math.cos((i * Math.PI) / 4) * 140} ${500 + Math.sin((i * Math.PI) / 4) * 140}A140 140 0 0 1 ${630 + Math.cos(((i + 1) * Math.PI) / 4) * 140} ${500 + Math.sin(((i + 1) * Math.PI) / 4) * 140}Z`,
        {
          fill: ['#A63A24', '#E2A72E', '#65755A', '#7FA9AE', '#22305F', '#5C3453', '#C88B6C', '#F0D896'][i],
          stroke: ink,
          'stroke-width': 2,
        },
      ),
    ),
    el('circle', { cx: 630, cy: 500, r: 46, fill: '#FFFBF2', stroke: ink, 'stroke-width': 2 }),
    path('M385 350h90M385 366h60M800 350h70', { stroke: ink, 'stroke-width': 4, opacity: 0.5 }),
    solid('M250 700H1010L1080 850Q1080 876 1050 876H210Q180 876 180 850Z', '#C9CDCB', 2.8),
    path('M290 722H970L1010 800H250Z', { fill: '#3D4047', stroke: ink, 'stroke-width': 1.6 }),
    path('M280 748H984M266 774H998', { stroke: '#C9CDCB', 'stroke-width': 3, 'stroke-dasharray': '34 5' }),
    path('M540 816h180l10 40H530z', { fill: '#B4B9B7', stroke: ink, 'stroke-width': 1.6 }),
    place(
      stack(330, [
        [48, fabric.white],
        [44, fabric.indigo],
        [46, cloth(dye.sky, 'stripe', '#fff')],
        [44, fabric.clay],
      ]),
      1160,
      830,
    ),
    place(foldedShirt(cloth(dye.sky, 'linen')), 1320, 560, 0.74, 3),
    ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
      place(
        swatch(cloths[i] ?? fabric.oat, 96, 80),
        1100 + (i % 4) * 116,
        860 + Math.floor(i / 4) * 70,
        1,
        (i % 3) * 3 - 3,
      ),
    ),
    vignette(1600, 1000, '#3A2A12', 0.3),
  );

/** A fitting in progress: a form, pinned cloth, a tape. */
export const course2 = () =>
  all(
    shell('#D9CFB6', '#A98658', 760),
    sunlight(60, 60, 140, 220, 0.4),
    place(windowFrame(300, 420, 'trees', 2, 2), 1240, 100),
    onFloor('retail-corporate-executives', 800, 984, 1.28),
    place(
      drape(
        [
          [0, 0, 150],
          [200, -30, 190],
          [520, -60, 250],
        ],
        7,
        fabric.madder,
        { hem: 10 },
      ),
      840,
      330,
      1,
      -6,
    ),
    ...[
      [850, 330],
      [900, 340],
      [950, 350],
      [770, 400],
      [760, 500],
    ].map(([x = 0, y = 0], i) => place(pin(i % 2 ? colour.marigold : colour.indigo), x, y, 1.3)),
    place(
      snakeTape(
        [
          [690, 330],
          [720, 480, 's'],
          [660, 640, 's'],
          [740, 780, 's'],
          [690, 930],
        ],
        24,
      ),
      0,
      0,
    ),
    place(table(420, 200), 330, 960),
    place(
      stack(180, [
        [34, fabric.white],
        [32, fabric.madder],
        [34, fabric.indigo],
      ]),
      180,
      760,
    ),
    place(pinCushion(), 460, 758, 0.9),
    place(mirror(230, 640), 1250, 950),
    vignette(1600, 1000, '#2A1E10', 0.34),
  );

/** The academy's room: a long table, forms along the wall, a rail. */
export const course3 = () =>
  all(
    shell('#E2DCC6', '#B08A5C', 690),
    ...[60, 460].map((x) => place(windowFrame(320, 380, 'trees', 3, 2), x, 80)),
    ...['retail-guest-relations', 'hospitality-management', 'aviation-lounge-and-hospitality'].map((name, i) =>
      onFloor(name, 950 + i * 210, 740, 0.76),
    ),
    place(railStand(300, 430), 1290, 760),
    place(hungRow(4, 70, 6, 0.86), 1330, 336),
    ...[300, 800, 1300].map((x) => place(pendant(120, 50, '#22305F'), x, 0)),
    path('M40 820L260 720H1340L1580 820V850H40Z', { fill: '#C69F68', stroke: ink, 'stroke-width': 3 }),
    path('M40 820H1580V856H40Z', { fill: '#A9764A', stroke: ink, 'stroke-width': 2.6 }),
    path('M120 856h40v144h-30zM1500 856h-40v144h30zM780 856h40v144h-40z', {
      fill: '#8A6238',
      stroke: ink,
      'stroke-width': 2.4,
    }),
    place(lying(piece('front'), 0, 0, 0.8, -8, 0.42), 520, 770),
    place(lying(piece('sleeve'), 0, 0, 0.7, 8, 0.42), 760, 776),
    place(sewingMachine('#22305F'), 260, 800, 0.62),
    place(sewingMachine('#65755A'), 1280, 800, 0.62),
    place(
      stack(120, [
        [20, fabric.madder],
        [20, fabric.indigo],
      ]),
      940,
      800,
    ),
    ...[240, 560, 1060, 1380].map((x) => place(bench(130, 100, fabric.deepSage), x, 980)),
    vignette(1600, 1000, '#2A1E10', 0.3),
  );

/** A single chair before a fitting mirror, one jacket on a stand. */
export const oneOnOne = () =>
  all(
    paperWall(1600, 780, '#D6C7A8'),
    floor(1600, 780, 1000, '#8E6B49'),
    skirting(1600, 780, '#D6C7A8', 32),
    shaft('M520 0L900 0L1300 1000H640Z', 0.24),
    el('ellipse', { cx: 960, cy: 930, rx: 560, ry: 66, fill: '#7A2A1C', stroke: ink, 'stroke-width': 2.4 }),
    el('ellipse', {
      cx: 960,
      cy: 930,
      rx: 534,
      ry: 56,
      stroke: '#E2A72E',
      'stroke-width': 4,
      'stroke-dasharray': '16 10',
    }),
    place(mirror(320, 780, group({ opacity: 0.5 }, place(flip(outfit('retail-managers')), 90, -560, 0.86))), 1010, 920),
    onFloor('retail-managers', 1380, 950, 1.14),
    place(
      all(
        shadow(0, 4, 120, 18),
        path('M-70 0L-60 -170M70 0L60 -170M-52 -20L-50 -170M52 -20L50 -170', { stroke: ink, 'stroke-width': 13 }),
        path('M-70 0L-60 -170M70 0L60 -170M-52 -20L-50 -170M52 -20L50 -170', { stroke: '#6E4A2E', 'stroke-width': 9 }),
        path('M-64 -190C-78 -330 -70 -400 -40 -420H40C70 -400 78 -330 64 -190', { stroke: ink, 'stroke-width': 15 }),
        path('M-64 -190C-78 -330 -70 -400 -40 -420H40C70 -400 78 -330 64 -190', {
          stroke: '#6E4A2E',
          'stroke-width': 10,
        }),
        soft('M-56 -220C-66 -320 -60 -376 -36 -396H36C60 -376 66 -320 56 -220Z', fabric.indigo, {
          stitch: ['M-46 -230C-54 -320 -50 -366 -30 -384H30C50 -366 54 -320 46 -230', '#E2A72E'],
        }),
        soft(
          outline([-82, -190], [0, -206, 's'], [82, -190], [90, -172, 's'], [80, -158], [-80, -158], [-90, -172, 's']),
          fabric.indigo,
          { light: fallLight },
        ),
      ),
      690,
      950,
      1.05,
    ),
    place(crest('#E2A72E'), 690, 630, 1),
    place(lamp(420), 480, 900),
    vignette(1600, 1000, '#160C06', 0.46),
  );
