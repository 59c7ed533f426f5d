import { colour, dye } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { solid, stitches } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { crest } from '../furnishings/bath';
import { fabric, soft } from '../furnishings/cloth';
import { sunlight, vignette } from '../furnishings/rooms';
import { pendant, picture, shelf } from '../furnishings/things';
import { windowFrame } from '../furnishings/windows';
import { cone } from '../merchandise/embroidery';
import { bolt } from './props/bolt';
import { fan, onFloor, tableTop } from './props/desk';
import { sewingMachine } from './props/machines';
import { shell } from './props/room-kit';
import { boltPile, paperWall, piece, pinned, shaft } from './props/studio';
import { frenchCurve, lying, shears, snakeTape, spool } from './props/tools';

const ink = colour.ink;

export const legacy = () =>
  all(
    paperWall(1600, 620, '#D9C39B', '#A98658'),
    ...[120, 360, 600, 860, 1130, 1400].map((x, i) =>
      place(
        all(
          path('M0 -40V0', { stroke: ink, 'stroke-width': 2.4 }),
          el('circle', { cx: 0, cy: 0, r: 9, stroke: ink, 'stroke-width': 2.4 }),
          place(
            piece((['front', 'sleeve', 'back', 'sleeve', 'front', 'back'] as const)[i] ?? 'front', '#C69F68'),
            0,
            150,
            0.98,
          ),
        ),
        x,
        110 + (i % 2) * 14,
        1,
        (i % 3) * 2 - 2,
      ),
    ),
    solid('M0 56H1600V74H0Z', '#6E4A2E', 2.4),
    place(pendant(150, 70, '#2C5A4B'), 760, 0),
    tableTop(600, '#8E6239'),
    shaft('M420 600H1100L1500 1000H200Z', 0.2),
    soft(
      outline([360, 700], [1240, 690], [1330, 930, 's'], [800, 950, 's'], [300, 930]),
      cloth('#E6DBC3', 'linen', undefined, undefined, 1.6),
      {
        width: 2.6,
        folds: [
          [420, 720, 380, 920, 16, 8],
          [1200, 720, 1270, 900, 16, -8],
        ],
      },
    ),
    lying(piece('front', '#D2AE7A'), 560, 820, 1.15, -10),
    lying(piece('sleeve', '#D2AE7A'), 860, 828, 1.1, 14),
    place(shears(14, '#8A9094', '#2A2A2D'), 1150, 830, 0.86, -70),
    place(sewingMachine('#2A2A2D'), 190, 780, 1.15),
    place(
      snakeTape(
        [
          [1120, 960],
          [1260, 880, 's'],
          [1400, 940, 's'],
          [1640, 860],
        ],
        28,
        '#D9C9A0',
      ),
      0,
      0,
    ),
    place(boltPile(260, 40, [fabric.oat, fabric.indigo, fabric.madder]), 1340, 800),
    vignette(1600, 1000, '#1E1206', 0.5),
  );

export const brand = () =>
  all(
    paperWall(1600, 820, '#E4E6DA'),
    sunlight(60, 40, 130, 190, 0.35),
    ...['#22305F', '#A63A24', '#E2A72E', '#65755A', '#1C1B1A', '#F4EDDF'].map((color, i) =>
      place(
        pinned(
          all(
            path('M-71 -94h150v200h-150z', { fill: ink, opacity: 0.2 }),
            path('M-75 -100h150v200h-150z', { fill: '#FFFBF2', stroke: ink, 'stroke-width': 2 }),
            path('M-75 -100h150v140h-150z', { fill: color, stroke: ink, 'stroke-width': 1.6 }),
            lettering(['INDIGO', 'MADDER', 'MARIGOLD', 'SAGE', 'INK', 'PAPER'][i] ?? '', -61, 58, 12, {
              'stroke-width': 1.6,
            }),
            lettering(`DELTA E ${(i * 0.1 + 0.3).toFixed(1)}`, -61, 82, 8, { 'stroke-width': 1.1 }),
          ),
          84,
          i % 2 ? colour.marigold : colour.madder,
        ),
        620 + (i % 3) * 190,
        170 + Math.floor(i / 3) * 250,
        1.05,
        ((i * 7) % 5) - 2,
      ),
    ),
    tableTop(700, '#B58E60'),
    fan(300, 716, 8, 250, 110, -150, 17),
    onFloor('retail-managers', 1370, 986, 1.2),
    ...[0, 1, 2].map((i) =>
      place(
        careLabel(['COTTON 65', 'POLY 35', 'WASH 60'][i] ?? '', i),
        240 + i * 290,
        800 + (i % 2) * 40,
        1.45,
        [-6, 4, -3][i],
      ),
    ),
    place(cone('#E2A72E', 150), 1060, 780),
    place(cone('#A63A24', 150), 1140, 800),
    vignette(1600, 1000, '#2A1E10', 0.26),
  );

/** A woven care label with its five signs. */
function careLabel(text: string, i: number): SvgNode {
  const signs = [
    'M-46 0l6 22h28l6 -22m-40 6q10 -6 20 0t20 0',
    'M10 22L26 -6L42 22ZM10 -4l32 26M42 -4l-32 26',
    'M62 -4h30v28h-30zM77 0a10 10 0 1 0 .1 0',
  ];
  return all(
    path('M-90 -56H110V60H-90Z', { fill: ink, opacity: 0.18, transform: 'translate(5 7)' }),
    solid('M-90 -56H110V60H-90Z', '#FFFBF2', 2),
    stitches('M-82 -48H102M-82 52H102', i % 2 ? colour.indigo : colour.madder, 2, '7 5'),
    lettering(text, 10, -34, 16, { 'stroke-width': 2 }, 'middle'),
    path(signs.join(''), { stroke: ink, 'stroke-width': 2.4 }),
    lettering('NOOL + NEEDLE', 10, 36, 8, { stroke: colour.madder, 'stroke-width': 1.2 }, 'middle'),
  );
}

/** Cones of yarn, a loom, rolls of cloth. */
export function group_(): SvgNode {
  const warp = Array.from({ length: 50 }, (_, i) => `M${620 + i * 12} 190L${560 + i * 14.4} 640`).join('');
  const weft = Array.from({ length: 14 }, (_, i) => `M${552 - i * 0.5} ${642 + i * 10}H${1274 + i * 0.5}`).join('');
  return all(
    shell('#DED3B8', '#9C7A50', 760),
    sunlight(80, 60, 130, 200, 0.4),
    path(warp, { stroke: '#22305F', 'stroke-width': 2 }),
    path(warp, { stroke: '#E9D9AE', 'stroke-width': 2, 'stroke-dasharray': '1 0', transform: 'translate(5)' }),
    solid('M556 620L1268 620L1290 800H536Z', '#2C3D74', 2.6),
    path(weft, { stroke: '#A63A24', 'stroke-width': 4, opacity: 0.7, 'stroke-dasharray': '22 10' }),
    solid('M500 120h40V900h-40zM1290 120h40V900h-40z', '#8A6238', 2.8),
    solid('M480 110H1350V160H480Z', '#A9764A', 2.8),
    solid('M520 380H1310V424H520Z', '#C69F68', 2.6),
    path(Array.from({ length: 60 }, (_, i) => `M${536 + i * 12.8} 384v36`).join(''), {
      stroke: ink,
      'stroke-width': 2,
      opacity: 0.7,
    }),
    solid('M490 800H1340V850H490Z', '#A9764A', 2.8),
    place(
      all(
        solid(outline([-90, 0], [0, -22, 's'], [90, 0], [0, 22, 's']), '#D9B884', 2.4),
        path('M-44 -6h88v12h-88z', { fill: '#A63A24', stroke: ink, 'stroke-width': 1.8 }),
      ),
      880,
      600,
      1,
      -3,
    ),
    ...['#A63A24', '#22305F', '#E2A72E', '#65755A', '#F4EDDF'].map((color, i) =>
      place(cone(color, 190), 90 + i * 82, 900 + (i % 2) * 40),
    ),
    place(boltPile(240, 44, [fabric.indigo, fabric.clay, fabric.oat, fabric.deepSage]), 1350, 930),
    vignette(1600, 1000, '#1E1206', 0.38),
  );
}

export const founder = () =>
  all(
    paperWall(1600, 700, '#E7DCC3'),
    place(windowFrame(360, 440, 'dusk', 2, 2), 1160, 70),
    place(picture(220, 280, place(crest('#A63A24'), 0, 0, 1.6)), 880, 110),
    place(shelf(520), 320, 250),
    ...[0, 1, 2, 3, 4].map((i) =>
      place(spool(['#A63A24', '#22305F', '#E2A72E', '#65755A', '#F4EDDF'][i] ?? '#A63A24', 1.4), 380 + i * 92, 208),
    ),
    tableTop(680, '#8E6239'),
    place(sewingMachine('#2A2A2D'), 800, 850, 1.7),
    soft(
      outline([330, 800], [640, 760, 's'], [760, 840], [700, 960, 's'], [420, 980, 's'], [260, 940]),
      cloth(dye.madder, 'twill'),
      {
        folds: [
          [400, 820, 380, 960, 14, 8],
          [600, 790, 620, 950, 14, -8],
        ],
        width: 2.6,
      },
    ),
    place(
      snakeTape(
        [
          [1040, 980],
          [1160, 880, 's'],
          [1320, 940, 's'],
          [1480, 840, 's'],
          [1640, 880],
        ],
        28,
      ),
      0,
      0,
    ),
    place(shears(14), 1330, 800, 0.8, -60),
    place(frenchCurve(), 200, 860, 0.9),
    place(bolt(260, 46, fabric.indigo), 30, 740),
    vignette(1600, 1000, '#1E1206', 0.44),
  );
