import { colour, dye, tint } from '../core/palette';
import { outline } from '../core/pens/curve';
import { lettering } from '../core/pens/lettering';
import { pin, solid, stitches } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { plumpLight, soft } from '../furnishings/cloth';
import { thread } from '../merchandise/thread';
import { chalk, shears, spool } from '../scenes/props/tools';
import { flatShirt, flatTrousers, ground, note } from './parts';

const ink = colour.ink;

export const trims = () => {
  const specimen = (i: number, node: SvgNode, name: string) =>
    place(
      all(
        path('M-88 -96H96V112H-88Z', { fill: ink, opacity: 0.16 }),
        solid('M-92 -100H92V104H-92Z', '#FFFBF2', 2),
        place(node, 0, -16),
        lettering(name, 0, 76, 13, { 'stroke-width': 1.8 }, 'middle'),
      ),
      190 + (i % 4) * 276,
      220 + Math.floor(i / 4) * 310,
      1,
      ((i * 7) % 5) - 2,
    );
  const ring = (r: number, w: number, color: string) =>
    all(
      el('circle', { cx: 0, cy: 0, r, stroke: ink, 'stroke-width': w + 4 }),
      el('circle', { cx: 0, cy: 0, r, stroke: color, 'stroke-width': w }),
    );
  return all(
    ground('#C9B48C'),
    ...[
      ring(34, 14, colour.brass),
      soft('M-70 -50H70V50H-70Z', cloth(dye.navy, 'rib', undefined, undefined, 2)),
      all(
        path('M-64 30Q0 -50 64 -20', { stroke: ink, 'stroke-width': 26 }),
        path('M-64 30Q0 -50 64 -20', { stroke: colour.madder, 'stroke-width': 21 }),
        stitches('M-64 42Q0 -38 64 -8', '#fff', 2.4),
      ),
      soft('M-60 -44L0 -56L60 -44L40 48L0 20L-40 48Z', cloth(dye.scarlet), {
        stitch: ['M-50 -36L0 -46L50 -36', colour.marigold],
      }),
      all(
        path('M-70 0C-40 -50 -20 -50 0 0C20 50 40 50 70 0M-70 0C-40 50 -20 50 0 0C20 -50 40 -50 70 0', {
          stroke: ink,
          'stroke-width': 14,
        }),
        path('M-70 0C-40 -50 -20 -50 0 0C20 50 40 50 70 0M-70 0C-40 50 -20 50 0 0C20 -50 40 -50 70 0', {
          stroke: colour.marigold,
          'stroke-width': 9,
        }),
      ),
      all(
        path(Array.from({ length: 9 }, (_, k) => `M-8 ${-62 + k * 15}h16`).join(''), {
          stroke: colour.brass,
          'stroke-width': 8,
        }),
        solid('M-22 -20H22L16 30H-16Z', colour.brass, 2.4),
        solid('M-8 30H8V66H-8Z', colour.brass, 2),
      ),
      all(
        path('M-70 0H70', { stroke: ink, 'stroke-width': 10 }),
        solid(
          outline([-40, 0], [-30, -22, 's'], [30, -22, 's'], [40, 0, 's'], [30, 22, 's'], [-30, 22, 's']),
          '#8A6238',
          2.6,
        ),
        path('M-10 0h.1M10 0h.1', { stroke: ink, 'stroke-width': 9 }),
      ),
      all(
        solid('M-60 -40H60V40H-60Z', colour.brass, 2.4),
        path('M-40 -20H40V20H-40Z', { fill: '#FFFBF2', stroke: ink, 'stroke-width': 2 }),
        path('M0 -40V40', { stroke: ink, 'stroke-width': 9 }),
      ),
    ].map((node, i) =>
      specimen(i, node, ['EYELET', 'RIB', 'PIPING', 'GORGET', 'FROG', 'SLIDER', 'TOGGLE', 'BUCKLE'][i] ?? ''),
    ),
  );
};

export const specification = () =>
  all(
    ground('#DCE0D0'),
    place(flatShirt(cloth(dye.sky, 'linen')), 360, 390, 1.15),
    path('M180 130H540M180 116v28M540 116v28M110 190V660M96 190h28M96 660h28', {
      stroke: colour.madder,
      'stroke-width': 2.4,
    }),
    lettering('54.0', 470, 96, 20, { stroke: colour.madder, 'stroke-width': 2.6 }, 'middle'),
    place(
      all(
        path('M8 12H470V620H8Z', { fill: ink, opacity: 0.2 }),
        solid('M0 0H462V608H0Z', '#FFFBF2', 2.4),
        lettering('SPECIFICATION 40', 36, 36, 24, { stroke: colour.indigo, 'stroke-width': 3.2 }),
        ...['CLOTH 65/35', '210 GSM', 'SHRINK 2 MAX', 'FAST 4-5', '50 WASHES', 'STITCH 5/CM'].map((line, i) =>
          all(
            path(`M36 ${150 + i * 72}H426`, { stroke: ink, 'stroke-width': 1.4, opacity: 0.5 }),
            lettering(line, 36, 112 + i * 72, 17, { 'stroke-width': 2.2 }),
            path(`M386 ${116 + i * 72}l10 12l22 -26`, { stroke: '#65755A', 'stroke-width': 5 }),
          ),
        ),
        place(pin(), 231, 20, 1.3),
      ),
      690,
      76,
      1,
      2,
    ),
  );

export const pockets = () => {
  const patch = (x: number, y: number, w: number, h: number) =>
    all(
      soft(`M${x} ${y}h${w}v${h}h${-w}z`, cloth(dye.charcoal, 'denim'), {
        stitch: [`M${x + 7} ${y + 7}h${w - 14}v${h - 14}h${14 - w}z`, colour.marigold],
      }),
    );
  return all(
    ground('#C98B57'),
    place(
      flatTrousers(
        cloth(dye.slate, 'denim', undefined, undefined, 1.4),
        patch(-122, 60, 88, 130),
        patch(34, 60, 88, 130),
        patch(-138, -60, 66, 90),
        patch(84, -60, 46, 130),
        path('M-8 -90l8 -14l8 14M-60 -230L-104 -150M60 -230L104 -150', {
          stroke: colour.marigold,
          'stroke-width': 4,
          'stroke-dasharray': '6 4',
        }),
        solid('M92 -80h9v100h-9z', '#E2A72E', 1.6),
      ),
      480,
      380,
      1.2,
    ),
    note('RULER POCKET', 900, 240, 598, 300, '#F4EDDF'),
    note('GUSSET', 900, 420, 484, 280, '#F4EDDF'),
    note('DOUBLE KNEE', 900, 600, 590, 530, '#F4EDDF'),
    place(chalk('#F4EDDF'), 180, 620, 1.6, -14),
    place(spool(colour.marigold, 1.8), 160, 150),
  );
};

export const failFirst = () =>
  all(
    ground('#E9D9BC'),
    place(flatShirt(cloth(dye.white, 'stripe', '#AFC4D6', undefined, 1.2)), 520, 390, 1.4),
    ...[
      [474, 96],
      [180, 404],
      [704, 196],
      [424, 350],
    ].map(([x, y]) =>
      el('ellipse', {
        cx: Number(x),
        cy: Number(y),
        rx: 54,
        ry: 40,
        stroke: colour.madder,
        'stroke-width': 5,
        'stroke-dasharray': '18 7',
      }),
    ),
    note('COLLAR 41', 960, 96, 530, 96),
    note('ARMHOLE 17', 960, 230, 760, 206),
    note('PEN POCKET 12', 960, 400, 480, 356),
    note('CUFF 30', 960, 560, 236, 420),
    path('M560 560l20 -26m-6 -4l14 14M430 84q20 12 50 4', { stroke: ink, 'stroke-width': 3 }),
    place(shears(12), 150, 640, 0.5, 50),
  );

export function pucker(): SvgNode {
  const navy = cloth(dye.navy, 'twill', undefined, undefined, 1.6);
  const folds = Array.from({ length: 22 }, (_, i) => {
    const a = (i / 22) * Math.PI * 2;
    const far = i % 2 ? 330 : 250;
    return [
      600 + Math.cos(a) * 180,
      370 + Math.sin(a) * 130,
      600 + Math.cos(a) * far * 1.5,
      370 + Math.sin(a) * far,
      18,
      8 * (i % 2 ? 1 : -1),
    ] as const;
  });
  return all(
    ground('#212C52', false),
    soft('M0 0H1200V750H0Z', navy, { light: plumpLight, folds }),
    path(folds.map(([a, b, c, d]) => `M${a} ${b}L${c} ${d}`).join(''), {
      stroke: tint(dye.navy, 0.4),
      'stroke-width': 3,
      opacity: 0.6,
      transform: 'translate(6 4)',
    }),
    stitches('M600 220C790 220 800 520 600 520C400 520 410 220 600 220Z', '#A63A24', 9, '20 9'),
    thread('N&N', 600, 420, 170, '#E2A72E', 5),
    note('8 000 STITCHES', 960, 100, 720, 300, '#F4EDDF'),
    note('BACKING', 230, 640, 420, 480, '#F4EDDF'),
    place(
      all(
        path('M0 0L60 -150', { stroke: ink, 'stroke-width': 9 }),
        path('M1 -2L59 -148', { stroke: '#DADDDA', 'stroke-width': 5 }),
      ),
      800,
      330,
    ),
    path('M858 184C940 100 1050 220 1160 140', { stroke: '#E2A72E', 'stroke-width': 4 }),
  );
}
