import { curve, type Knot, line, outline } from '../../core/pens/curve';
import { all, type Child, pair, type SvgNode, use } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import { type Frame, turnOf } from '../figure/body';
import { crease, fold, piece, seam, topStitch } from '../figure/piece';

/** The arm inside a sleeve: `t` runs from 0 at the shoulder to 1 at the wrist. */
export interface Arm {
  /** The point at `t`, `across` -1 on the outer edge to 1 on the inner. */
  at(t: number, across: number): readonly [number, number];
  /** A band around the sleeve between two places; `extra` stands out beyond its edges. */
  band(from: number, to: number, extra?: number): string;
}

export interface SleeveSpec {
  /** How far down the arm it reaches, 0 to 1. */
  readonly to: number;
  /** Extra width at the upper arm and at the hem. */
  readonly ease?: number;
  readonly flare?: number;
  readonly cuff?: 'plain' | 'shirt' | 'rib' | 'turned' | 'elastic' | 'bound' | 'rolled';
  /** Cloth of the cuff, when it differs. */
  readonly trim?: Cloth;
  /** Gathers at the shoulder. */
  readonly puff?: number;
  /** Cloth of the sleeve, when it differs from the body's. */
  readonly cloth?: Cloth;
  /** Marks on both sleeves. */
  readonly on?: readonly ((arm: Arm, material: Cloth) => Child)[];
}

const swing = { form: [19, 8], hanger: [13, 7], hook: [7, 2], flat: [33, 24] } as const;

/** Where the arm hangs in this pose. */
export function armOf({ body, pose }: Frame, ease = 0, flare = 0): Arm {
  const [upper, lower] = swing[pose].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
  const [sx, sy] = body.shoulder;
  const reach = body.chest[1] - sy;
  const half = body.arm * 0.5;
  const start: Knot = [sx - reach * 0.21, sy + reach * 0.3];
  const widthAt = (t: number) => {
    const top = reach * 0.385 + ease;
    const wrist = body.arm * 0.082 + ease * 0.6 + flare;
    return top + (wrist - top) * Math.min(1, t * 1.05);
  };
  const at = (t: number, across: number): readonly [number, number] => {
    const along = t * body.arm;
    const first = Math.min(along, half);
    const second = Math.max(0, along - half);
    const blend = Math.min(1, Math.max(0, (t - 0.35) / 0.3));
    const angle = upper + (lower - upper) * blend;
    const x = start[0] + first * Math.sin(upper) + second * Math.sin(lower);
    const y = start[1] + first * Math.cos(upper) + second * Math.cos(lower);
    const out = -across * widthAt(t);
    return [x + Math.cos(angle) * out, y - Math.sin(angle) * out];
  };
  const band = (from: number, to: number, extra = 0): string => {
    const wide = 1 + extra;
    const sag = body.arm * 0.012;
    const mid = (t: number): Knot => {
      const [x, y] = at(t, 0);
      return [x, y + sag, 's'];
    };
    return outline(at(from, -wide), mid(from), at(from, wide), at(to, wide), mid(to), at(to, -wide));
  };
  return { at, band };
}

const MIRROR = { transform: 'scale(-1 1)' };

/** What is on the right arm, on both. Where the outfit is turned, the nearer arm hangs before it and closer to it. */
export function bothArms(one: SvgNode, { body, view }: Frame): { behind: SvgNode; before?: SvgNode } {
  const turned = turnOf(view);
  if (!turned) return { behind: pair(one) };
  const [sx, sy] = body.shoulder;
  const closer = `rotate(7 ${sx - 8} ${sy + 6})`;
  return turned === 'left'
    ? { behind: use(one, MIRROR), before: use(one, { transform: closer }) }
    : { behind: use(one), before: use(one, { transform: `${MIRROR.transform}${closer}` }) };
}

const smooth = ([x, y]: readonly [number, number]): Knot => [x, y, 's'];

/** The right sleeve, to lie behind the body piece; mirror it for the left. */
export function sleeve(frame: Frame, spec: SleeveSpec, bodyCloth: Cloth): SvgNode {
  const { body } = frame;
  const material = spec.cloth ?? bodyCloth;
  const arm = armOf(frame, spec.ease, spec.flare);
  const [sx, sy] = body.shoulder;
  const [cx, cy] = body.chest;
  const puff = spec.puff ?? 0;
  const end = spec.to;
  const reach = cy - sy;
  const outer: Knot[] = [
    [sx - 24, sy + 4],
    [sx - 2, sy - 1 - puff * 0.8, 's'],
    [sx + reach * 0.13 + puff, sy + reach * 0.26, 's'],
  ];
  const inner: Knot[] = [];
  for (const t of [0.45, 0.72]) {
    if (t < end - 0.12) {
      outer.push(smooth(arm.at(t, -1)));
      inner.unshift(smooth(arm.at(t, 1)));
    }
  }
  const [mx, my] = arm.at(end, 0);
  const knots: Knot[] = [
    ...outer,
    arm.at(end, -1),
    [mx, my + body.arm * 0.014, 's'],
    arm.at(end, 1),
    ...inner,
    [cx + 1, cy + 2],
    [sx - 30, sy + reach * 0.6],
  ];
  const inside: Child[] = [
    fold(material, cx + 2, cy - 4, ...arm.at(Math.min(0.42, end), -0.2), 13, 4, 0.45),
    crease(material, cx + 3, cy - 2, ...arm.at(Math.min(0.3, end), -0.1), 3),
  ];
  if (end > 0.7) {
    inside.push(
      fold(material, ...arm.at(0.5, 1), ...arm.at(0.58, -0.5), 11, -3, 0.5),
      crease(material, ...arm.at(0.5, 1), ...arm.at(0.56, -0.2), -2),
      crease(material, ...arm.at(0.57, 1), ...arm.at(0.58, 0), 2),
      fold(material, ...arm.at(0.95, 0.9), ...arm.at(0.76, 0.2), 8, 3, 0.4),
      crease(material, ...arm.at(0.47, -1), ...arm.at(0.52, -0.4), 2),
    );
  }
  if (puff) {
    for (const k of [0.15, 0.4, 0.65])
      inside.push(
        crease(material, sx - 2 + k * 6, sy + k * reach * 0.5, sx + 12 + k * 4, sy + 10 + k * reach * 0.62, 2, 1.4),
      );
  }
  return all(
    piece(curve(knots, true), material, inside, { light: 'tube' }),
    ...(spec.on ?? []).map((draw) => draw(arm, material)),
    cuff(arm, spec, material),
  );
}

function cuff(arm: Arm, spec: SleeveSpec, material: Cloth): SvgNode | undefined {
  const trim = spec.trim ?? material;
  const end = spec.to;
  const edge = (t: number) => line(arm.at(t, -1), arm.at(t, 1));
  switch (spec.cuff ?? 'plain') {
    case 'plain':
      return topStitch(edge(end - 0.035), material);
    case 'shirt':
      return all(
        piece(arm.band(end - 0.085, end + 0.02, 0.08), trim, [], { light: 'tube' }),
        topStitch(arm.band(end - 0.07, end + 0.005, -0.05), trim),
        dot(arm.at(end - 0.03, 0.5)),
      );
    case 'rib':
      return piece(arm.band(end - 0.06, end + 0.02, 0.02), cloth(trim.base, 'rib', trim.second), [], { light: 'tube' });
    case 'turned':
      return all(
        piece(arm.band(end - 0.14, end + 0.015, 0.16), trim, [], { light: 'tube' }),
        seam(edge(end - 0.12), trim, 0.8),
      );
    case 'bound':
      return piece(arm.band(end - 0.05, end + 0.012, 0.05), trim, [], { light: 'tube', width: 1.8 });
    case 'rolled':
      return all(
        piece(arm.band(end - 0.12, end + 0.02, 0.14), trim, [], { light: 'tube' }),
        seam(edge(end - 0.05), trim, 1.2),
        seam(edge(end - 0.085), trim, 0.9),
      );
    case 'elastic':
      return all(
        piece(arm.band(end - 0.05, end + 0.02, -0.12), trim, [], { light: 'tube' }),
        ...[-0.7, -0.3, 0.1, 0.5].map((a) => crease(trim, ...arm.at(end - 0.14, a), ...arm.at(end, a * 0.8), 0, 1.2)),
      );
  }
}

const dot = ([x, y]: readonly [number, number]): SvgNode => ({
  tag: 'circle',
  attrs: { cx: x, cy: y, r: 2.6, fill: '#fff', stroke: '#1C1B1A', 'stroke-width': 1 },
  children: [],
});

/** Rings around both sleeves, as of rank or of reflective tape: distance from the wrist and height, in parts of the arm. */
export const rings =
  (material: Cloth, ...places: readonly (readonly [number, number])[]) =>
  (arm: Arm): SvgNode =>
    all(
      ...places.map(([at, height]) =>
        piece(arm.band(at, at + height, 0.02), material, [], { light: 'tube', width: 1.2 }),
      ),
    );
