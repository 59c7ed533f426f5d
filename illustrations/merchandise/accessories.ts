import { colour, dye, tint } from '../core/palette';
import { lettering } from '../core/pens/lettering';
import { pin, solid, tape } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import { cloth } from '../core/textures';
import { plumpLight, soft } from '../furnishings/cloth';
import { wall } from '../furnishings/rooms';
import { withinSquare } from './square';

const ink = colour.ink;

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

export const badge = (name: string, role: string): SvgNode =>
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

export function accessories(): SvgNode {
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
    place(tape(820, 26), -10, 508),
    withinSquare(
      127,
      76,
      0.7,
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
    ),
  );
}
