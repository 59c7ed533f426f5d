import { colour, shade } from '../core/palette';
import { curve, outline, symmetric } from '../core/pens/curve';
import { solid } from '../core/props';
import { all, el, path, place, type SvgNode } from '../core/svg';
import { type Cloth, cloth, tubeLight } from '../core/textures';
import { fabric, fallLight, plumpLight, shadow, soft } from './cloth';

const ink = colour.ink;

/** A turned leg below (0, 0), `h` long. */
export const leg = (h: number, color: string = colour.wood): SvgNode =>
  solid(`M-9 0H9L5 ${h}H-5Z`, color, 1.8, path(`M-9 0H9L5 ${h}H-5Z`, { fill: tubeLight }));

/** A box cushion about its middle, its piping in `trim`. */
export function boxCushion(w: number, h: number, material: Cloth, trim?: string): SvgNode {
  const x = w / 2;
  const y = h / 2;
  const d = outline(
    [-x + 8, -y],
    [0, -y - h * 0.06, 's'],
    [x - 8, -y],
    [x, -y + 8, 's'],
    [x + 2, 0, 's'],
    [x, y - 6, 's'],
    [x - 8, y],
    [0, y + 2, 's'],
    [-x + 8, y],
    [-x, y - 6, 's'],
    [-x - 2, 0, 's'],
    [-x, -y + 8, 's'],
  );
  return all(
    soft(d, material, {
      light: plumpLight,
      folds: [
        [-x, -y * 0.6, -x * 0.7, -y * 0.3, 4, 2],
        [x, y * 0.5, x * 0.72, y * 0.2, 4, 2],
        [-x * 0.3, y * 0.5, x * 0.2, y * 0.56, 3, 3],
      ],
    }),
    trim
      ? path(
          curve([
            [-x + 6, -y + 3],
            [0, -y - h * 0.06 + 4, 's'],
            [x - 6, -y + 3],
          ]),
          { stroke: trim, 'stroke-width': 2.6 },
        )
      : undefined,
  );
}

export interface SofaOptions {
  seats?: number;
  /** Width of one seat. */
  seat?: number;
  trim?: string;
  cushions?: readonly SvgNode[];
}

/** A sofa from the front, the middle of its foot at (0, 0); 250 high. */
export function sofa(material: Cloth, options: SofaOptions = {}): SvgNode {
  const { seats = 3, seat = 150, trim, cushions = [] } = options;
  const w = seats * seat;
  const half = w / 2;
  const back = symmetric(
    [0, -246],
    [half * 0.6, -248, 's'],
    [half + 8, -236, 's'],
    [half + 18, -200],
    [half + 18, -60],
    [0, -60],
  );
  const arm = outline(
    [half - 6, -30],
    [half - 8, -150, 's'],
    [half, -176, 's'],
    [half + 26, -184, 's'],
    [half + 50, -166, 's'],
    [half + 52, -120, 's'],
    [half + 48, -30],
  );
  const roll = `M${half + 22} -162a16 16 0 1 0 .1 0z`;
  const arms = (sign: 1 | -1) =>
    el(
      'g',
      { transform: sign === -1 ? 'scale(-1 1)' : undefined },
      soft(arm, material, {
        light: fallLight,
        folds: [
          [half + 4, -140, half + 12, -50, 6, 4],
          [half + 40, -120, half + 38, -50, 5, -3],
        ],
      }),
      path(roll, { stroke: ink, 'stroke-width': 1.4 }),
      path(`M${half + 22} -152v.1`, { stroke: ink, 'stroke-width': 6 }),
    );
  return all(
    shadow(0, 2, half + 110, 26),
    ...[-half - 30, half + 30, -half * 0.35, half * 0.35].map((x) => place(leg(30), x, -30)),
    soft(back, material, { light: fallLight, width: 2.6 }),
    ...Array.from({ length: seats }, (_, i) =>
      place(boxCushion(seat - 4, 118, material, trim), -half + seat * (i + 0.5), -172),
    ),
    soft(`M${-half - 10} -78H${half + 10}V-28H${-half - 10}Z`, material, {
      light: fallLight,
      seams: `M${-half} -38H${half}`,
    }),
    ...Array.from({ length: seats }, (_, i) =>
      place(boxCushion(seat, 46, material, trim), -half + seat * (i + 0.5), -98),
    ),
    ...cushions,
    arms(1),
    arms(-1),
  );
}

/** A buttoned armchair from the front, the middle of its foot at (0, 0); 290 high. */
export function armchair(material: Cloth, seatCloth: Cloth = material): SvgNode {
  const back = symmetric([0, -292], [58, -290, 's'], [98, -268, 's'], [112, -214, 's'], [104, -100], [0, -96]);
  const wing = outline(
    [92, -40],
    [88, -128, 's'],
    [94, -160, 's'],
    [116, -172, 's'],
    [140, -160, 's'],
    [142, -110, 's'],
    [136, -40],
  );
  const rows = [
    [-56, -250],
    [0, -256],
    [56, -250],
    [-78, -206],
    [-28, -208],
    [28, -208],
    [78, -206],
    [-54, -164],
    [0, -164],
    [54, -164],
  ];
  const diamonds = rows
    .map(
      ([x = 0, y = 0]) =>
        `M${x} ${y}Q${x + 16} ${y + 18} ${x + 26} ${y + 42}M${x} ${y}Q${x - 16} ${y + 18} ${x - 26} ${y + 42}`,
    )
    .join('');
  const side = (sign: 1 | -1) =>
    el(
      'g',
      { transform: sign === -1 ? 'scale(-1 1)' : undefined },
      soft(wing, material, { light: fallLight, folds: [[102, -130, 106, -60, 6, 3]] }),
      path('M94 -150Q118 -158 136 -146', { stroke: ink, 'stroke-width': 1, opacity: 0.6 }),
    );
  return all(
    shadow(0, 2, 190, 22),
    ...[-112, 112, -70, 70].map((x, i) => place(leg(i < 2 ? 42 : 36, shade(colour.wood, 0.25)), x, -42)),
    soft(
      back,
      material,
      { light: plumpLight, width: 2.6 },
      path(diamonds, { stroke: ink, 'stroke-width': 1.2, opacity: 0.5 }),
      path(diamonds, { stroke: '#fff', 'stroke-width': 2, opacity: 0.16, transform: 'translate(2 2)' }),
    ),
    ...rows.map(([x = 0, y = 0]) =>
      el('circle', { cx: x, cy: y, r: 4.2, fill: shade(material.base, 0.25), stroke: ink, 'stroke-width': 1.2 }),
    ),
    soft('M-104 -86H104V-36H-104Z', material, { light: fallLight, seams: 'M-100 -46H100' }),
    place(boxCushion(196, 44, seatCloth, shade(seatCloth.base, 0.2)), 0, -100),
    side(1),
    side(-1),
  );
}

/** A pouffe or bench of `w`, `h` high, middle of its foot at (0, 0). */
export const bench = (w: number, h: number, material: Cloth): SvgNode =>
  all(
    shadow(0, 2, w * 0.6, 14),
    place(leg(h * 0.5), -w / 2 + 18, -h * 0.5),
    place(leg(h * 0.5), w / 2 - 18, -h * 0.5),
    place(boxCushion(w, h * 0.56, material, shade(material.base, 0.2)), 0, -h * 0.7),
  );

/** A sun lounger from the side, foot end at the right; its middle on the ground at (0, 0), 420 long. */
export function lounger(material: Cloth = fabric.awning, frame: string = colour.wood): SvgNode {
  const pad = outline(
    [-206, -212],
    [-190, -222, 's'],
    [-174, -212],
    [-58, -94, 's'],
    [-40, -88, 's'],
    [204, -88],
    [212, -76, 's'],
    [204, -64],
    [-52, -64, 's'],
    [-74, -74, 's'],
    [-200, -196, 's'],
  );
  const quilts =
    'M-164 -202l-22 18M-128 -166l-24 20M-92 -128l-22 18M-46 -89v25M10 -88v24M66 -88v24M122 -88v24M172 -88v24';
  return all(
    shadow(0, 2, 240, 18),
    path('M-190 0L-156 -66M190 0L176 -66M-120 -66L-150 -130', { stroke: ink, 'stroke-width': 13 }),
    path('M-190 0L-156 -66M190 0L176 -66M-120 -66L-150 -130', { stroke: shade(frame, 0.12), 'stroke-width': 9 }),
    solid('M-196 -66H212V-50H-196Z', frame, 2),
    path('M-186 -60H204', { stroke: '#fff', 'stroke-width': 1.6, opacity: 0.4 }),
    soft(pad, material, { light: fallLight, seams: quilts, width: 2.4 }),
    place(
      soft(
        outline([-34, -12], [0, -17, 's'], [34, -12], [38, 0, 's'], [34, 12], [0, 15, 's'], [-34, 12], [-38, 0, 's']),
        cloth('#F6F0E2', 'terry'),
        { light: plumpLight },
      ),
      -176,
      -214,
      1,
      46,
    ),
  );
}
