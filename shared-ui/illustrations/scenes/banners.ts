import { outline } from '../core/curve';
import { lettering } from '../core/lettering';
import { colour, dye, shade } from '../core/palette';
import { grainLine, labelTag, pin, solid, stitches, swatch, tape } from '../core/props';
import { all, clipped, el, group, path, place, type SvgNode } from '../core/svg';
import { type Cloth, cloth } from '../core/textures';
import { crest } from '../furnishings/bath';
import { stack } from '../furnishings/bedding';
import { drape, fabric, fallLight, shadow, soft } from '../furnishings/cloth';
import {
  floor,
  lamp,
  patternPiece,
  pendant,
  picture,
  plant,
  shelf,
  skirting,
  sunlight,
  table,
  vase,
  vignette,
} from '../furnishings/rooms';
import { bench } from '../furnishings/seating';
import { windowFrame } from '../furnishings/windows';
import { cone, foldedShirt } from '../merchandise/tiles';
import { hung, hungRow, wardrobe } from './hung';
import { footOf, outfit } from './outfit';
import { shell } from './rooms';
import { boltPile, carton, chalked, paperWall, piece, pinned, railStand, shaft, stacksOn } from './studio';
import {
  bolt,
  chalk,
  frenchCurve,
  lying,
  mirror,
  pinCushion,
  ruler,
  sewingMachine,
  shears,
  snakeTape,
  spool,
} from './tools';

const ink = colour.ink;
const cloths: readonly Cloth[] = [
  fabric.madder,
  fabric.indigo,
  fabric.oat,
  fabric.deepSage,
  fabric.stripe,
  fabric.clay,
  fabric.palm,
  cloth(dye.navy, 'pinstripe'),
  cloth(dye.maroon, 'herringbone'),
  cloth(dye.marigold, 'twill'),
  cloth(dye.sky, 'gingham', dye.chambray),
  cloth(dye.bottle, 'tartan', dye.navy, dye.marigold),
];

/** A table top that fills the picture from `y` down. */
const tableTop = (y: number, color = '#B58E60'): SvgNode =>
  all(
    path(`M0 ${y}H1600V1000H0Z`, { fill: color }),
    path(`M0 ${y}H1600M0 ${y + 110}H1600M0 ${y + 240}H1600`, {
      stroke: shade(color, 0.5),
      'stroke-width': 2,
      opacity: 0.6,
    }),
    path(`M0 ${y}H1600`, { stroke: ink, 'stroke-width': 3 }),
  );

const onFloor = (name: string, x: number, y: number, k: number): SvgNode =>
  all(shadow(x + 8, y + 4, 190 * k, 24 * k), place(outfit(name), x, y - footOf(name) * k, k));

/** A sheet of paper with a garment's flat drawn in line, as from the designer's pencil. */
const sketch = (kind: number): SvgNode =>
  all(
    path('M-110 -150H110V150H-110Z', { fill: ink, opacity: 0.18, transform: 'translate(6 9)' }),
    path('M-110 -150H110V150H-110Z', { fill: '#FFFBF2', stroke: ink, 'stroke-width': 2 }),
    path(
      kind === 0
        ? 'M-26 -100L-70 -84L-92 20L-62 28L-54 -30L-58 100H58L54 -30L62 28L92 20L70 -84L26 -100Q0 -80 -26 -100ZM0 -84V100M-26 -100L0 -40L26 -100M-44 30h30v22h-30zM14 30h30v22h-30z'
        : kind === 1
          ? 'M-40 -104H40L58 -40L46 -34L70 100H-70L-46 -34L-58 -40ZM-46 -34H46M-30 -34L-42 100M0 -34V100M30 -34L42 100'
          : 'M-38 -108H38L48 110H10L0 -40L-10 110H-48ZM-38 -92H38M-40 -60l14 20M40 -60l-14 20',
      { stroke: ink, 'stroke-width': 2.4 },
    ),
    lettering(['COAT', 'DRESS', 'TROUSER'][kind] ?? '', -94, -138, 10, { stroke: colour.madder, 'stroke-width': 1.4 }),
    path('M-94 128h60M-94 138h40', { stroke: ink, 'stroke-width': 1.4, opacity: 0.5 }),
  );

const fan = (x: number, y: number, n: number, w: number, h: number, from = -60, step = 14): SvgNode =>
  all(
    ...Array.from({ length: n }, (_, i) =>
      place(swatch(cloths[i % cloths.length] ?? fabric.oat, w, h), x, y, 1, from + i * step),
    ),
    el('circle', { cx: x, cy: y, r: 13, fill: colour.brass, stroke: ink, 'stroke-width': 2.2 }),
  );

const studioBanner = () =>
  all(
    paperWall(1600, 640, '#E7DCC3'),
    sunlight(60, 50, 140, 210, 0.35),
    ...[0, 1, 2].map((i) => place(pinned(sketch(i)), 690 + i * 260, 220, 0.95, [-3, 2, -2][i])),
    onFloor('aviation-cabin-crew', 1440, 960, 1.02),
    tableTop(640),
    place(lying(all(sketch(0)), 0, 0, 1.5, -10), 560, 830),
    place(lying(sketch(1), 0, 0, 1.4, 8), 930, 850),
    fan(240, 900, 8, 230, 110, -96, 14),
    place(shears(14), 1190, 860, 0.72, -56),
    place(ruler(420), 640, 940, 1, -4),
    place(spool('#A63A24', 1.4), 1330, 760),
    place(spool('#22305F', 1.2), 1390, 770, 1, 90),
    place(pinCushion(), 460, 740, 0.8),
    vignette(1600, 1000, '#3A2A12', 0.32),
  );

/** Finished garments, bagged and hung for dispatch. */
function projectBanner(): SvgNode {
  const bag = (x: number, i: number) => {
    const spec = wardrobe[(i * 3) % wardrobe.length];
    return (
      spec &&
      group(
        { transform: `translate(${x} 250)` },
        place(hung({ ...spec, length: 420 }), 0, 0, 1.16),
        path('M-64 66Q0 34 74 66L96 560Q10 580 -72 560Z', {
          fill: '#F6FAF8',
          'fill-opacity': 0.5,
          stroke: ink,
          'stroke-width': 2,
        }),
        path('M-40 90L-50 520M52 100L64 300', { stroke: '#fff', 'stroke-width': 7, opacity: 0.75 }),
        place(labelTag(`N${12 + i}`, 'SIZE 40'), 8, 470, 1, (i % 3) * 3 - 3),
      )
    );
  };
  return all(
    shell('#D9D2BD', '#A98658', 800),
    sunlight(80, 60, 130, 210, 0.4),
    place(railStand(1000, 640), 520, 890),
    ...[7, 6, 5, 4, 3, 2, 1, 0].map((i) => bag(620 + i * 118, i)),
    place(carton(230, 150, 'HOTEL 84 SETS'), 90, 930),
    place(carton(190, 120, 'PLANT B', '#CDB385'), 130, 780),
    place(carton(170, 110, 'AIR CREW'), 360, 950),
    vignette(1600, 1000, '#2A1E10', 0.34),
  );
}

const legacy = () =>
  all(
    paperWall(1600, 620, '#D9C39B', '#A98658'),
    ...[120, 360, 600, 860, 1130, 1400].map((x, i) =>
      place(
        all(
          path('M0 -40V0', { stroke: ink, 'stroke-width': 2.4 }),
          el('circle', { cx: 0, cy: 0, r: 9, stroke: ink, 'stroke-width': 2.4 }),
          place(
            piece((['front', 'sleeve', 'back', 'collar', 'front', 'sleeve'] as const)[i] ?? 'front', '#C69F68'),
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
    chalked('M500 730L760 724L780 900H480ZM860 726L1120 722L1180 890L900 900Z', '#22305F'),
    place(shears(18, '#6E7478', '#2A2A2D'), 1010, 820, 0.9, -70),
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

const brand = () =>
  all(
    paperWall(1600, 1000, '#E4E6DA'),
    shelfWith(),
    onFloor('retail-managers', 1300, 960, 1.34),
    ...['#22305F', '#A63A24', '#E2A72E', '#65755A', '#1C1B1A', '#F4EDDF'].map((color, i) =>
      place(
        all(
          path('M4 6h150v200H4z', { fill: ink, opacity: 0.2 }),
          path('M0 0h150v200H0z', { fill: '#FFFBF2', stroke: ink, 'stroke-width': 2 }),
          path('M0 0h150v140H0z', { fill: color, stroke: ink, 'stroke-width': 1.6 }),
          lettering(['INDIGO', 'MADDER', 'MARIGOLD', 'SAGE', 'INK', 'PAPER'][i] ?? '', 14, 158, 12, {
            'stroke-width': 1.6,
          }),
          lettering(`DELTA E ${(i * 0.1 + 0.3).toFixed(1)}`, 14, 182, 8, { 'stroke-width': 1.1 }),
        ),
        440 + (i % 3) * 180,
        420 + Math.floor(i / 3) * 250,
        1,
        ((i * 7) % 5) - 2,
      ),
    ),
    ...[0, 1, 2].map((i) =>
      place(careLabel(['COTTON 65', 'POLY 35', 'WASH 60'][i] ?? '', i), 220, 380 + i * 200, 1.2, [-4, 3, -2][i]),
    ),
    vignette(1600, 1000, '#2A1E10', 0.26),
  );

const shelfWith = (): SvgNode =>
  all(
    place(shelf(760), 400, 280),
    place(
      stacksOn([
        [180, 30, fabric.indigo, fabric.white, fabric.indigo],
        [180, 30, fabric.madder, fabric.oat],
        [180, 30, fabric.white, fabric.deepSage, fabric.white],
      ]),
      430,
      280,
    ),
    place(cone('#E2A72E', 120), 1080, 280),
    sunlight(60, 40, 110, 150, 0.35),
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
function group_(): SvgNode {
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

/** A drawer pulled out, seen from the front; contents stand above its edge. */
const drawer = (x: number, y: number, w: number, h: number, content: SvgNode, label: string): SvgNode =>
  place(
    all(
      path(`M-14 ${-h - 46}H${w + 14}L${w} ${-h}H0Z`, { fill: '#5C3D22', stroke: ink, 'stroke-width': 2 }),
      content,
      path(`M10 6H${w + 6}v14H10z`, { fill: ink, opacity: 0.25 }),
      solid(`M-18 ${-h}H${w + 18}V6H-18Z`, '#A9764A', 2.8),
      path(`M${-2} ${-h + 14}H${w + 2}V-8H${-2}Z`, { stroke: ink, 'stroke-width': 1.4, opacity: 0.5 }),
      solid(`M${w / 2 - 60} ${-h / 2 - 20}h120v32h-120z`, '#FFFBF2', 1.8),
      lettering(label, w / 2, -h / 2 - 12, 13, { 'stroke-width': 1.8 }, 'middle'),
      path(`M${w / 2 - 26} -16h52`, { stroke: ink, 'stroke-width': 9 }),
      path(`M${w / 2 - 26} -16h52`, { stroke: colour.brass, 'stroke-width': 5 }),
    ),
    x,
    y,
  );

const productBanner = () =>
  all(
    paperWall(1600, 1000, '#DDD0B2'),
    solid('M520 60H1580V980H520Z', '#8A6238', 3),
    ...[
      [560, 330],
      [1080, 330],
      [560, 640],
      [1080, 640],
      [560, 950],
      [1080, 950],
    ].map(([x = 0, y = 0], i) =>
      drawer(
        x,
        y,
        450,
        110,
        place(
          [
            all(
              ...[0, 1, 2].map((k) =>
                place(
                  foldedShirt(cloth([dye.sky, dye.navy, dye.white][k] ?? dye.sky, 'twill')),
                  80 + k * 146,
                  -120,
                  0.62,
                ),
              ),
            ),
            stacksOn([
              [140, 22, fabric.white, fabric.sage, fabric.white, fabric.linen, fabric.white],
              [140, 22, fabric.stripe, fabric.white, fabric.sage, fabric.white],
              [140, 22, fabric.linen, fabric.deepSage, fabric.white, fabric.clay],
            ]),
            all(
              ...['#A63A24', '#22305F', '#E2A72E', '#65755A', '#F4EDDF', '#2A2A2D'].map((color, k) =>
                place(spool(color, 1.5), 40 + k * 74, -120),
              ),
            ),
            fan(225, -60, 9, 130, 80, -150, 14),
            stacksOn([
              [140, 24, fabric.terry, fabric.terrySage, fabric.terry, fabric.terryClay],
              [140, 24, fabric.terry, fabric.terry, fabric.terrySage, fabric.terry],
              [140, 24, fabric.terryClay, fabric.terry, fabric.terry],
            ]),
            all(
              ...[0, 1, 2, 3].map((k) =>
                place(cone(['#8A9A7B', '#A63A24', '#22305F', '#E2A72E'][k] ?? '#A63A24', 130), 60 + k * 110, -96),
              ),
            ),
          ][i] ?? '',
          0,
          i === 1 || i === 4 ? -104 : 0,
        ),
        ['UNIFORMS', 'LINEN', 'THREAD', 'SWATCHES', 'BATH', 'TRIMS'][i] ?? '',
      ),
    ),
    sunlight(60, 60, 120, 200, 0.4),
    place(plant(280), 130, 970),
    vignette(1600, 1000, '#2A1E10', 0.34),
  );

function stitchCommitment(): SvgNode {
  const indigo = cloth('#2C3D74', 'twill', undefined, undefined, 1.5);
  const large = cloth('#2C3D74', 'twill', undefined, undefined, 5);
  const lens = path('M1010 220a250 250 0 1 0 .1 0');
  return all(
    paperWall(1600, 1000, '#E9E0CC'),
    soft(outline([420, 90], [1600, 40], [1600, 980], [480, 1000], [400, 560, 's']), indigo, {
      width: 3,
      folds: [
        [470, 160, 520, 940, 30, 20],
        [1500, 90, 1540, 900, 30, -20],
        [640, 120, 900, 180, 18, 10],
      ],
      seams: 'M430 470Q1000 440 1600 470',
    }),
    stitches('M430 452Q1000 422 1600 452M430 490Q1000 460 1600 490', '#E2A72E', 4, '16 9'),
    el('ellipse', { cx: 1040, cy: 510, rx: 268, ry: 262, fill: ink, opacity: 0.3 }),
    clipped(
      lens,
      path('M700 200H1300V760H700Z', { fill: indigo.base }),
      soft('M700 200H1300V462H700Z', large, { width: 5 }),
      soft('M700 474H1300V760H700Z', large, { width: 5 }),
      path([0, 1, 2, 3, 4, 5].map((i) => `M${770 + i * 96} 410l62 -6M${760 + i * 96} 540l62 -6`).join(''), {
        stroke: '#7A5208',
        'stroke-width': 26,
      }),
      path([0, 1, 2, 3, 4, 5].map((i) => `M${770 + i * 96} 408l62 -6M${760 + i * 96} 538l62 -6`).join(''), {
        stroke: '#E2A72E',
        'stroke-width': 20,
      }),
      path([0, 1, 2, 3, 4, 5].map((i) => `M${776 + i * 96} 404l50 -5M${766 + i * 96} 534l50 -5`).join(''), {
        stroke: '#FBEBC0',
        'stroke-width': 3,
      }),
      path('M760 640Q860 240 1100 232L1160 250Q900 300 830 680Z', { fill: '#fff', opacity: 0.13 }),
    ),
    path('M1010 220a250 250 0 1 0 .1 0', { stroke: ink, 'stroke-width': 30 }),
    path('M1010 220a250 250 0 1 0 .1 0', { stroke: colour.brass, 'stroke-width': 22 }),
    path('M1190 650L1390 860', { stroke: ink, 'stroke-width': 58 }),
    path('M1196 656L1384 854', { stroke: '#6E4A2E', 'stroke-width': 46 }),
    place(shears(16), 330, 560, 1.15, -14),
    place(spool('#E2A72E', 2.6), 190, 860),
    path('M240 830C380 760 480 900 620 700C660 620 560 560 620 472', { stroke: '#E2A72E', 'stroke-width': 4 }),
    sunlight(40, 40, 110, 170, 0.3),
    vignette(1600, 1000, '#15183A', 0.34),
  );
}

/** A desk with a telephone, an order book and cloth samples. */
const contact = () =>
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
const blogBanner = () =>
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

const coursesBanner = () =>
  all(
    paperWall(1600, 560, '#D8DDCB'),
    sunlight(80, 40, 120, 170, 0.35),
    place(shelf(640), 860, 210),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      place(
        cone(['#A63A24', '#22305F', '#E2A72E', '#65755A', '#F4EDDF', '#C88B6C'][i] ?? '#A63A24', 120),
        920 + i * 100,
        210,
      ),
    ),
    ...[0, 1].map((i) => place(pinned(piece(i ? 'sleeve' : 'front')), 960 + i * 300, 380, 0.78, i * 5 - 3)),
    tableTop(540),
    fan(330, 860, 11, 260, 110, -150, 13),
    soft(
      outline(
        [700, 640],
        [820, 600],
        [1060, 590],
        [1180, 640],
        [1280, 900, 's'],
        [1160, 930],
        [1110, 780],
        [1120, 970],
        [760, 980],
        [780, 780],
        [720, 930],
        [600, 890, 's'],
      ),
      cloth(dye.maroon, 'herringbone', undefined, undefined, 1.4),
      {
        width: 3,
        folds: [
          [800, 680, 770, 960, 18, 10],
          [1080, 680, 1110, 950, 18, -10],
          [900, 800, 880, 960, 12, 6],
        ],
        stitch: ['M946 610V976M724 690L640 890M1160 690L1240 890', '#F4EDDF'],
        light: fallLight,
      },
    ),
    soft('M820 600L946 760L930 610L890 590Z', cloth(dye.maroon), { width: 2.2 }),
    soft('M1060 590L946 760L962 610L1000 588Z', cloth(dye.maroon), { width: 2.2 }),
    chalked('M800 820Q950 800 1100 820', '#F4EDDF'),
    place(
      snakeTape(
        [
          [1240, 1000],
          [1300, 860, 's'],
          [1430, 900, 's'],
          [1500, 760, 's'],
          [1640, 790],
        ],
        30,
      ),
      0,
      0,
    ),
    place(pinCushion(), 1380, 700, 0.9),
    vignette(1600, 1000, '#2A1E10', 0.32),
  );

/** A laptop open beside folded shirts and colour swatches. */
const course1 = () =>
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
const course2 = () =>
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
const course3 = () =>
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
const oneOnOne = () =>
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
    place(mirror(320, 780), 1010, 920),
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

const founder = () =>
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

/** Studio, story, course and page banners by file name. */
export const bannerScenes: Readonly<Record<string, () => SvgNode>> = {
  'studio-banner': studioBanner,
  'project-banner': projectBanner,
  'about-legacy': legacy,
  'about-founder': founder,
  'about-brand': brand,
  'about-group': group_,
  'product-banner': productBanner,
  'stitch-commitment': stitchCommitment,
  'contact-banner': contact,
  'blog-banner': blogBanner,
  'courses-banner': coursesBanner,
  'course-1': course1,
  'course-2': course2,
  'course-3': course3,
  'one-on-one': oneOnOne,
};
