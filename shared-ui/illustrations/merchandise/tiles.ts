import { outline, symmetric } from '../core/curve';
import { lettering } from '../core/lettering';
import { colour, dye, shade, tint } from '../core/palette';
import { labelTag, pin, solid, stitches, swatch, tape } from '../core/props';
import { all, el, group, path, place, type SvgNode } from '../core/svg';
import { cloth, tubeLight } from '../core/textures';
import { crest } from '../furnishings/bath';
import { fabric, fallLight, plumpLight, shadow, soft } from '../furnishings/cloth';
import { floor, wall } from '../furnishings/rooms';
import { thread } from './thread';

const ink = colour.ink;

/** A shirt folded for packing, about its middle: collar up, 190 by 230. */
export function foldedShirt(material = cloth('#AFC4D6', 'linen'), trim = '#FBF8F1', badge = true): SvgNode {
  return all(
    soft(outline([-92, -96], [92, -98], [96, 112], [-96, 114]), material, {
      folds: [
        [-80, -60, -70, 90, 7, 5],
        [78, -40, 74, 90, 8, -6],
        [-40, 90, 40, 84, 4, 3],
      ],
      width: 2.4,
    }),
    path('M0 -70V112M-9 -66V112', { stroke: ink, 'stroke-width': 1.1, opacity: 0.7 }),
    ...[-30, 14, 58, 98].map((y) =>
      el('circle', { cx: -4.5, cy: y, r: 4, fill: trim, stroke: ink, 'stroke-width': 1.2 }),
    ),
    soft('M-64 -98Q-50 -128 0 -126Q50 -128 64 -98L30 -84Q0 -104 -30 -84Z', material, { light: fallLight }),
    soft('M-64 -98L-34 -112L-4 -76L-34 -48Z', { base: trim }, { stitch: ['M-58 -96L-33 -56L-10 -76', '#22305F'] }),
    soft('M64 -98L34 -112L-4 -76L34 -48Z', { base: trim }, { stitch: ['M58 -96L33 -56L8 -76', '#22305F'] }),
    badge && soft('M22 -14H74V40L48 52L22 40Z', material, { seams: 'M22 -2H74' }),
  );
}

function packaging(): SvgNode {
  const tissue = outline(
    [150, 250],
    [196, 214, 's'],
    [240, 240, 's'],
    [300, 208, 's'],
    [360, 236, 's'],
    [440, 206, 's'],
    [500, 232, 's'],
    [556, 250],
    [590, 420, 's'],
    [540, 470],
    [170, 474],
    [118, 420, 's'],
  );
  return all(
    wall(800, 600, '#E4D8C0'),
    floor(800, 300, 600, '#C9A875'),
    shadow(350, 548, 330, 34),
    shadow(690, 548, 130, 26),
    soft('M150 250L176 60H530L556 250Z', { base: '#D9C3A0' }, { width: 2.6, light: fallLight }),
    path('M190 86H516L534 236H172Z', { stroke: ink, 'stroke-width': 1, opacity: 0.35 }),
    place(crest('#A63A24'), 353, 122, 1.4),
    lettering('NOOL & NEEDLE', 353, 172, 13, { stroke: '#A63A24', 'stroke-width': 1.6 }, 'middle'),
    path('M150 250H556L600 470H106Z', { fill: shade('#D9C3A0', 0.4), stroke: ink, 'stroke-width': 2.4 }),
    soft(
      tissue,
      { base: '#FBF6EA' },
      {
        folds: [
          [200, 240, 180, 440, 8, 6],
          [520, 250, 540, 430, 10, -6],
          [300, 230, 290, 300, 6, 4],
        ],
      },
    ),
    place(foldedShirt(cloth('#7391AE', 'twill')), 350, 344, 0.94),
    place(
      group(
        { opacity: 0.72 },
        soft('M0 0Q60 40 40 150L-20 190L-70 60Z', { base: '#FFFCF4' }, { folds: [[-30, 50, 10, 150, 8, 6]] }),
      ),
      196,
      296,
    ),
    place(labelTag('P. KUMAR', 'FRONT OFFICE 40 / M'), 430, 430, 1, -7),
    soft('M106 470H600V548H106Z', { base: '#D9C3A0' }, { width: 2.6, light: fallLight }),
    path('M120 548V470M586 548V470', { stroke: ink, 'stroke-width': 1, opacity: 0.4 }),
    lettering('SET 01 / 3 SHIRTS 2 TROUSERS', 353, 502, 12, { 'stroke-width': 1.4 }, 'middle'),
    soft('M620 250L640 236H760L772 250V540H620Z', { base: '#22305F' }, { width: 2.6, light: fallLight }),
    path('M660 250C660 170 732 170 732 250', { stroke: ink, 'stroke-width': 7 }),
    path('M660 250C660 170 732 170 732 250', { stroke: '#D9C3A0', 'stroke-width': 4 }),
    place(crest('#E2A72E'), 696, 372, 1.5),
    lettering('N & N', 696, 440, 13, { stroke: '#E2A72E', 'stroke-width': 1.8 }, 'middle'),
    place(
      group({}, path('M0 -40V0', { stroke: ink, 'stroke-width': 1.4 }), labelTag('FOLD 1', 'PER PERSON')),
      580,
      232,
      1,
      8,
    ),
  );
}

/** A cone of thread, the middle of its foot at (0, 0). */
export const cone = (color: string, h = 110): SvgNode =>
  all(
    shadow(4, 0, h * 0.44, 9),
    solid(symmetric([0, -h], [h * 0.1, -h], [h * 0.14, -h * 0.86], [0, -h * 0.86]), colour.kraft, 1.6),
    solid(
      symmetric([0, -h * 0.88], [h * 0.16, -h * 0.88], [h * 0.36, -h * 0.06, 's'], [h * 0.3, 0, 's'], [0, 0]),
      color,
      2,
      path(
        Array.from(
          { length: 12 },
          (_, i) =>
            `M${-h * 0.5} ${-h * 0.84 + i * h * 0.075}Q0 ${-h * 0.76 + i * h * 0.075} ${h * 0.5} ${-h * 0.86 + i * h * 0.075}`,
        ).join(''),
        { stroke: shade(color, 0.4), 'stroke-width': 1.2, opacity: 0.7 },
      ),
      path(`M${-h * 0.5} ${-h}H${h * 0.5}V0H${-h * 0.5}Z`, { fill: tubeLight }),
    ),
  );

function embroidery(): SvgNode {
  const ring = (r: number, w: number, color: string) =>
    el('circle', { cx: 330, cy: 310, r, stroke: color, 'stroke-width': w });
  const twill = cloth('#2C3D74', 'twill');
  return all(
    wall(800, 600, '#E9E0CC'),
    soft(outline([0, 60], [800, 20], [800, 600], [0, 600]), twill, {
      light: plumpLight,
      folds: [
        [40, 120, 120, 560, 18, 14],
        [700, 60, 640, 560, 24, -20],
        [600, 90, 560, 200, 14, 8],
        [20, 500, 240, 560, 12, -8],
      ],
    }),
    el('ellipse', { cx: 344, cy: 330, rx: 226, ry: 222, fill: ink, opacity: 0.3 }),
    el('circle', { cx: 330, cy: 310, r: 206, fill: twill.base }),
    soft('M330 104a206 206 0 1 0 .1 0z', twill, { light: plumpLight }),
    ring(206, 24, ink),
    ring(206, 20, colour.wood),
    ring(211, 3, tint(colour.wood, 0.5)),
    ring(199, 1.2, ink),
    solid('M312 66h36v34h-36z', colour.brass, 2),
    solid('M322 40h16v28h-16z', colour.steel, 1.8),
    thread('NN', 330, 360, 146, '#E2A72E', 4.4),
    stitches('M330 158a152 152 0 1 0 .1 0z', '#F4EDDF', 4, '12 7'),
    stitches('M330 172a138 138 0 1 0 .1 0z', '#A63A24', 3, '6 5'),
    path('M436 316C520 300 560 400 620 330C650 296 640 240 690 214', { stroke: '#E2A72E', 'stroke-width': 3.4 }),
    place(
      all(
        path('M0 0L84 -92', { stroke: ink, 'stroke-width': 6 }),
        path('M2 -2L82 -90', { stroke: '#D5D8D8', 'stroke-width': 3.4 }),
        el('ellipse', { cx: 76, cy: -84, rx: 2.2, ry: 7, fill: ink, transform: 'rotate(42 76 -84)' }),
      ),
      618,
      300,
    ),
    ...[
      ['#E2A72E', 600],
      ['#A63A24', 670],
      ['#F4EDDF', 740],
    ].map(([color, x]) => place(cone(String(color), 130), Number(x), 576)),
    ...['#E2A72E', '#A63A24', '#F4EDDF', '#8A9A7B'].map((color, i) =>
      all(solid(`M${40 + i * 36} 556h28v28h-28z`, color, 1.4)),
    ),
    lettering('COLOUR MATCH', 40, 532, 9, { stroke: '#F4EDDF', 'stroke-width': 1.2 }),
  );
}

function belt(): SvgNode {
  const d = 'M40 470C120 350 250 350 300 420C350 490 470 500 500 400C520 330 470 270 400 290C340 308 340 380 400 400';
  return all(
    path(d, { stroke: ink, 'stroke-width': 44, opacity: 0.2, transform: 'translate(6 10)' }),
    path(d, { stroke: ink, 'stroke-width': 42 }),
    path(d, { stroke: dye.hide, 'stroke-width': 38 }),
    path(d, { stroke: tint(dye.hide, 0.4), 'stroke-width': 29, opacity: 0.35, 'stroke-dasharray': '7 5' }),
    path(d, { stroke: dye.hide, 'stroke-width': 25 }),
    place(
      all(
        path('M-34 -32H34V32H-34Z', { stroke: ink, 'stroke-width': 13 }),
        path('M-34 -32H34V32H-34Z', { stroke: colour.brass, 'stroke-width': 9 }),
        path('M34 0H-30', { stroke: ink, 'stroke-width': 8 }),
        path('M34 0H-30', { stroke: colour.brass, 'stroke-width': 5 }),
      ),
      62,
      446,
      1,
      -52,
    ),
  );
}

const tie = (material = cloth(dye.madder, 'stripe', '#22305F', undefined, 1.6)): SvgNode =>
  all(
    soft('M-16 0H16L36 250L0 300L-36 250Z', material, { folds: [[-8, 30, -16, 240, 6, 3]], width: 2.4 }),
    soft('M-22 -40H22L16 4Q0 12 -16 4Z', material, { light: plumpLight }),
  );

const badge = (name: string, role: string): SvgNode =>
  all(
    path('M-66 -20h132v52h-132z', { fill: ink, opacity: 0.2, transform: 'translate(4 6)' }),
    solid('M-60 -26H60Q66 -26 66 -20V20Q66 26 60 26H-60Q-66 26 -66 20V-20Q-66 -26 -60 -26Z', colour.brass, 2),
    lettering(name, 0, -13, 13, { 'stroke-width': 1.9 }, 'middle'),
    lettering(role, 0, 9, 7, { 'stroke-width': 1.1 }, 'middle'),
  );

const epaulette = (bars: number): SvgNode =>
  all(
    soft('M-34 -80Q0 -106 34 -80L40 84H-40Z', cloth(dye.navy, 'twill'), {
      width: 2.4,
      stitch: ['M-27 -76Q0 -96 27 -76L32 77H-32Z', '#7C88AE'],
    }),
    ...Array.from({ length: bars }, (_, i) =>
      solid(`M-39 ${60 - i * 24}H39V${46 - i * 24}H-39Z`, colour.marigold, 1.6),
    ),
    el('circle', { cx: 0, cy: -72, r: 9, fill: colour.brass, stroke: ink, 'stroke-width': 1.8 }),
  );

function accessories(): SvgNode {
  const button = (x: number, y: number, r: number, color: string) =>
    all(
      el('ellipse', { cx: x + 3, cy: y + 4, rx: r, ry: r, fill: ink, opacity: 0.2 }),
      el('circle', { cx: x, cy: y, r, fill: color, stroke: ink, 'stroke-width': 2 }),
      el('circle', { cx: x, cy: y, r: r * 0.66, stroke: ink, 'stroke-width': 1, opacity: 0.6 }),
      path(
        `M${x - r * 0.2} ${y - r * 0.2}h.1M${x + r * 0.2} ${y - r * 0.2}h.1M${x - r * 0.2} ${y + r * 0.2}h.1M${x + r * 0.2} ${y + r * 0.2}h.1`,
        { stroke: ink, 'stroke-width': r * 0.24 },
      ),
    );
  return all(
    wall(800, 600, '#F0E7D3'),
    path(
      Array.from({ length: 19 }, (_, i) => `M${i * 44 + 4} 0V600`).join('') +
        Array.from({ length: 14 }, (_, i) => `M0 ${i * 44 + 4}H800`).join(''),
      { stroke: '#D9CBAE', 'stroke-width': 1 },
    ),
    place(tape(820, 26), -10, 556),
    belt(),
    place(tie(), 620, 130, 1.05, 4),
    place(tie(cloth(dye.bottle, 'dots', '#E2A72E')), 716, 120, 1.02, -3),
    place(epaulette(4), 96, 140, 1, -6),
    place(epaulette(2), 196, 136, 1, 5),
    place(badge('ANITA', 'GUEST RELATIONS'), 370, 70, 1.15, -4),
    place(badge('JOSEPH', 'CAPTAIN'), 400, 150, 1.05, 3),
    ...(
      [
        [330, 220, 22, '#EADFC8'],
        [386, 226, 16, '#22305F'],
        [296, 262, 15, '#A63A24'],
        [500, 60, 20, colour.brass],
        [520, 118, 14, '#2A2A2D'],
        [470, 216, 18, '#8A9A7B'],
        [250, 300, 12, '#E2A72E'],
      ] as const
    ).map(([x, y, r, c]) => button(x, y, r, c)),
    place(
      all(
        soft('M-60 -40Q0 -58 60 -40L54 30Q0 44 -54 30Z', cloth(dye.navy, 'twill'), { light: plumpLight, width: 2.4 }),
        path('M-40 6L0 -14L40 6M-30 18L0 2L30 18', { stroke: colour.marigold, 'stroke-width': 5 }),
      ),
      630,
      500,
      1,
      -5,
    ),
    place(pin(), 740, 470),
    place(pin(colour.indigo), 764, 486),
  );
}

function sachet(material: Parameters<typeof soft>[1], ribbon: string, mark = true): SvgNode {
  const body = symmetric([0, -40], [30, -44], [34, -30], [84, 6, 's'], [92, 90, 's'], [70, 134, 's'], [0, 140]);
  const ruff = outline(
    [-32, -40],
    [-62, -92, 's'],
    [-34, -84, 's'],
    [-16, -104, 's'],
    [4, -86, 's'],
    [26, -104, 's'],
    [42, -84, 's'],
    [64, -90, 's'],
    [32, -40],
  );
  return all(
    shadow(6, 138, 100, 14),
    soft(ruff, material, {
      folds: [
        [-24, -44, -36, -80, 5, 2],
        [0, -44, 2, -84, 5, 2],
        [22, -44, 34, -80, 5, -2],
      ],
    }),
    soft(body, material, {
      light: plumpLight,
      width: 2.4,
      folds: [
        [-22, -36, -54, 30, 7, 5],
        [22, -36, 56, 20, 7, -5],
        [-4, -36, -12, 30, 5, 3],
        [70, 60, 50, 110, 7, -4],
      ],
    }),
    path('M-36 -42Q0 -28 36 -42', { stroke: ink, 'stroke-width': 11 }),
    path('M-36 -42Q0 -28 36 -42', { stroke: ribbon, 'stroke-width': 8 }),
    path('M4 -34C-40 -70 -50 -20 4 -32C50 -70 60 -20 4 -34M2 -32L-26 30M8 -32L30 34', {
      stroke: ink,
      'stroke-width': 7,
    }),
    path('M4 -34C-40 -70 -50 -20 4 -32C50 -70 60 -20 4 -34M2 -32L-26 30M8 -32L30 34', {
      stroke: ribbon,
      'stroke-width': 4.5,
    }),
    mark && place(crest(ribbon), 0, 76, 0.95),
  );
}

function sprig(color: string): SvgNode {
  const buds = Array.from(
    { length: 9 },
    (_, i) => `M0 ${-70 - i * 13}q-13 -3 -11 -16q11 2 11 14q2 -14 12 -16q2 13 -12 18z`,
  ).join('');
  return all(
    path('M0 60Q6 -40 0 -190M1 20q-26 -10 -34 -40M1 0q26 -10 32 -36', { stroke: '#65755A', 'stroke-width': 3 }),
    path(buds, { fill: color, stroke: ink, 'stroke-width': 1.2 }),
  );
}

const sachets = () =>
  all(
    wall(800, 600, '#DDE1D3'),
    floor(800, 250, 600, '#C2A578'),
    place(swatch(fabric.palm, 620, 230), 90, 330),
    soft(
      'M120 470L170 300H630L680 470V492H120Z',
      { base: '#B98A57' },
      { light: fallLight, width: 2.6, seams: 'M142 458L184 314H616L658 458Z' },
    ),
    place(sprig('#7C6E9E'), 650, 250, 1.1, 24),
    place(sprig('#8C7FB0'), 690, 280, 1, 38),
    place(sprig('#7C6E9E'), 610, 240, 0.95, 12),
    place(sachet(fabric.sprig, '#A63A24', false), 250, 276, 1.05),
    place(sachet(fabric.linen, '#65755A'), 410, 300, 1.2),
    place(sachet(fabric.sage, '#F6F0E2'), 566, 290, 1.02),
    place(sachet(fabric.stripe, '#22305F', false), 130, 410, 0.86),
    place(labelTag('VETIVER + LAVENDER', 'LINEN CUPBOARD SACHET'), 440, 556),
    path('M640 520q30 -20 60 0q-30 20 -60 0zM700 540q24 -18 50 -2', {
      fill: '#8A9A7B',
      stroke: ink,
      'stroke-width': 1.4,
    }),
  );

/** The merchandise tiles by file name. */
export const merchandiseTiles: Readonly<Record<string, () => SvgNode>> = {
  'uniform-packaging': packaging,
  'logo-embroidery': embroidery,
  accessories,
  sachets,
};
