import { type Knot, mirrored, outline, symmetric } from '../core/pens/curve';
import { type Body, bodies, level } from '../garments/figure/body';
import type { Flat } from './flat';

type Point = readonly [number, number];

/** The places of a flat that seams, details and measurements refer to; x is that of the right half. */
export interface Geometry {
  readonly body: Body;
  readonly hem: number;
  readonly neck: Point;
  readonly shoulder: Point;
  readonly underarm: Point;
  readonly waist: Point;
  readonly foot: Point;
  /** Outer and inner end of the sleeve. */
  readonly sleeve: readonly [outer: Point, inner: Point] | undefined;
  /** Half width of the body piece at a height. */
  side(y: number): number;
}

/** How far a sleeve stands away from the body, in radians. */
const LIFT = 0.36;

const sleeveOf = ({ sleeve: own, under }: Flat, { arm }: Body, [x, y]: Point): Geometry['sleeve'] => {
  const sleeve = own ?? under?.sleeve;
  if (!sleeve) return undefined;
  const [to, end] = sleeve;
  const outer = [x + Math.sin(LIFT) * arm * to, y + Math.cos(LIFT) * arm * to] as const;
  return [outer, [outer[0] - Math.cos(LIFT) * end * 2, outer[1] + Math.sin(LIFT) * end * 2]];
};

/** Where everything of this flat lies. */
export function geometryOf(flat: Flat): Geometry {
  const body: Body = bodies[flat.build];
  const hem = level(body, flat.hem);
  const [chest, waist, low] = flat.ease;
  const neck = [body.neck[0], body.neck[1]] as const;
  const cut = flat.neck === 'tank' ? 26 : flat.under?.sleeve ? 8 : 0;
  const shoulder = [body.shoulder[0] - cut, body.shoulder[1] - cut * 0.3] as const;
  const underarm = [body.chest[0] + chest, body.chest[1]] as const;
  const middle = [Math.min(body.waist[0] + waist, 140), body.waist[1]] as const;
  const long = Math.max(0, hem - body.hip[1]);
  const foot = [body.hip[0] + low + long * 0.09, hem] as const;
  const side = (y: number) => {
    const [from, to] = y < middle[1] ? [underarm, middle] : [middle, foot];
    const share = Math.min(1, Math.max(0, (y - from[1]) / (to[1] - from[1] || 1)));
    return from[0] + (to[0] - from[0]) * share;
  };
  return {
    body,
    hem,
    neck,
    shoulder,
    underarm,
    waist: middle,
    foot,
    sleeve: sleeveOf(flat, body, body.shoulder),
    side,
  };
}

/** Outline of the body piece. */
export function bodyOutline(flat: Flat, { neck, shoulder, underarm, waist, foot, hem }: Geometry): string {
  const reach = underarm[1] - shoulder[1];
  const end: Knot[] = flat.tail
    ? [
        [foot[0], hem - 34],
        [foot[0] * 0.5, hem + 2, 's'],
        [0, hem + 6, 's'],
      ]
    : [
        [foot[0], hem],
        [0, hem + 5, 's'],
      ];
  if (flat.cape)
    return symmetric(
      [0, neck[1] + 12, 's'],
      neck,
      [shoulder[0], shoulder[1] + 8, 's'],
      [(shoulder[0] + foot[0]) * 0.58, (shoulder[1] + hem) / 2, 's'],
      ...end,
    );
  return symmetric(
    [0, neck[1] + 12, 's'],
    neck,
    shoulder,
    [shoulder[0] - reach * (flat.neck === 'tank' ? 0.3 : 0.12), shoulder[1] + reach * 0.55, 's'],
    underarm,
    ...(hem > waist[1] + 20 ? [[waist[0], waist[1], 's'] as const] : []),
    ...end,
  );
}

/** Outlines of both sleeves. */
export function sleeveOutlines({ sleeve, underarm, body: { shoulder } }: Geometry): string {
  if (!sleeve) return '';
  const [outer, inner] = sleeve;
  const half: Knot[] = [
    [shoulder[0] - 4, shoulder[1] - 1],
    [shoulder[0] + (outer[0] - shoulder[0]) * 0.3 + 9, shoulder[1] + (outer[1] - shoulder[1]) * 0.3, 's'],
    outer,
    inner,
    [underarm[0] - 2, underarm[1] + 1],
    [shoulder[0] - 12, shoulder[1] + 40, 's'],
  ];
  return outline(...half) + outline(...mirrored(half));
}
