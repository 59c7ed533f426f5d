import { curve, type Knot, line, outline } from '../../core/pens/curve';
import { all, type Child, pair, type SvgNode } from '../../core/svg';
import { type Cloth, cloth } from '../../core/textures';
import { type Body, type Level, level } from '../figure/body';
import type { Layer } from '../figure/layer';
import { crease, fold, piece, seam, topStitch } from '../figure/piece';

/** One trouser leg, for marks that go on both. */
export interface Leg {
  readonly body: Body;
  readonly material: Cloth;
  readonly hem: number;
  /** Half-width place on the leg: `across` 0 at the inner edge, 1 at the outer. */
  at(y: number, across: number): readonly [number, number];
  band(y: number, height: number): string;
}

export interface LegsSpec {
  readonly cloth: Cloth;
  readonly hem: Level;
  /** Extra width at hip and hem. */
  readonly ease?: number;
  readonly flare?: number;
  readonly crease?: boolean;
  readonly cuff?: 'plain' | 'turned' | 'rib';
  readonly waistband?: Cloth;
  readonly fly?: boolean;
  readonly on?: readonly ((leg: Leg) => Child)[];
}

/** Trousers or shorts. */
export const legs =
  (spec: LegsSpec): Layer =>
  ({ body }) => {
    const material = spec.cloth;
    const hem = level(body, spec.hem);
    const ease = spec.ease ?? 0;
    const [wx, wy] = body.waist;
    const [hx, hy] = body.hip;
    const span = body.ankle - body.crotch;
    const outer = (y: number) => {
      if (y <= hy) return wx + 4 + (hx + 5 + ease - wx - 4) * Math.max(0, (y - wy) / (hy - wy));
      const t = (y - body.crotch) / span;
      return hx + 5 + ease - t * (hx * 0.17 - (spec.flare ?? 0) - ease * 0.4);
    };
    const inner = (y: number) => {
      const t = Math.max(0, (y - body.crotch) / span);
      return 1.5 + t * (hx * 0.2 - (spec.flare ?? 0) * 0.4) + Math.max(0, t) * 6;
    };
    const leg: Leg = {
      body,
      material,
      hem,
      at: (y, across) => [inner(y) + (outer(y) - inner(y)) * across, y],
      band: (y, height) => {
        const o = (at: number) => outer(at) + 2;
        const i = (at: number) => inner(at) - 2;
        return outline(
          [i(y), y],
          [(i(y) + o(y)) / 2, y + 4, 's'],
          [o(y), y],
          [o(y + height), y + height],
          [(i(y) + o(y)) / 2, y + height + 4, 's'],
          [i(y + height), y + height],
        );
      },
    };
    const top = wy - 6;
    const mid = (body.crotch + hem) / 2;
    const outerKnots: Knot[] = [
      [outer(wy), top],
      [outer(hy), hy, 's'],
      [outer(mid), mid, 's'],
      [outer(hem), hem],
    ];
    const innerKnots: Knot[] = [
      [inner(hem), hem],
      [inner(mid), mid, 's'],
      [2, body.crotch],
      [0, wy],
    ];
    const centre = (inner(hem) + outer(hem)) / 2;
    const inside: Child[] = [
      fold(material, 4, body.crotch - 6, outer(hy) * 0.7, hy + 6, 12, 4, 0.5),
      crease(material, 3, body.crotch, outer(hy) * 0.6, body.crotch - 12, 3),
      crease(material, 4, body.crotch + 6, outer(hy) * 0.5, body.crotch + 16, -2),
      fold(material, inner(mid), body.crotch + 10, inner(hem) + 2, hem, 13, 0, 0.4),
    ];
    if (hem > body.knee + 40) {
      inside.push(
        crease(material, inner(body.knee), body.knee + 4, centre, body.knee - 6, 3),
        fold(material, outer(body.knee), body.knee + 12, centre - 8, body.knee + 2, 7, -3, 0.45),
        fold(material, outer(hem), hem - 14, inner(hem) + 8, hem - 24, 8, 3, 0.4),
        crease(material, inner(hem), hem - 8, centre, hem - 15, 2),
      );
    }
    if (spec.crease)
      inside.push(seam(line([outer(wy) * 0.5, wy + 30], [centre - 2, hy + 40, 's'], [centre, hem]), material, 1.3));
    const one = all(
      piece(curve([[0, top], ...outerKnots, ...innerKnots], true), material, inside, { light: 'tube' }),
      topStitch(line([outer(wy) - 18, wy + 12], [outer(hy) - 6, wy + 52, 's']), material),
      seam(line([outer(wy) - 22, wy + 10], [outer(hy) - 2, wy + 58, 's']), material),
      legHem(spec, leg, outer, inner),
      ...(spec.on ?? []).map((draw) => draw(leg)),
    );
    const band = outline(
      [-outer(wy) - 1, top - 8],
      [0, top - 3, 's'],
      [outer(wy) + 1, top - 8],
      [outer(wy) + 3, top + 14],
      [0, top + 19, 's'],
      [-outer(wy) - 3, top + 14],
    );
    return {
      front: all(
        pair(one),

        seam(`M0 ${top}V${body.crotch}`, material, 1.8),
        spec.fly !== false &&
          topStitch(line([13, top + 14], [13, body.crotch - 46, 's'], [1, body.crotch - 22]), material),
        piece(band, spec.waistband ?? material, [], { width: 1.9 }),
        ...[-0.62, 0.62].map((k) =>
          piece(
            outline(
              [outer(wy) * k - 4, top - 10],
              [outer(wy) * k + 4, top - 10],
              [outer(wy) * k + 4, top + 18],
              [outer(wy) * k - 4, top + 18],
            ),
            material,
            [],
            { width: 1.5 },
          ),
        ),
      ),
    };
  };

function legHem(spec: LegsSpec, leg: Leg, outer: (y: number) => number, inner: (y: number) => number): SvgNode {
  const { hem, material } = leg;
  switch (spec.cuff ?? 'plain') {
    case 'turned':
      return piece(leg.band(hem - 22, 24), material, [], { light: 'tube' });
    case 'rib':
      return piece(
        outline(
          [inner(hem) + 4, hem - 12],
          [outer(hem) - 4, hem - 12],
          [outer(hem) - 7, hem + 8],
          [inner(hem) + 7, hem + 8],
        ),
        cloth(material.base, 'rib'),
        [],
        { light: 'tube' },
      );
    default:
      return topStitch(`M${inner(hem) + 1} ${hem - 8}H${outer(hem) - 1}`, material);
  }
}

/** A stripe down the outer seam. */
export const sideStripe =
  (color: string, width = 7) =>
  (leg: Leg): SvgNode =>
    piece(
      curve(
        [
          leg.at(leg.body.waist[1] + 6, 1),
          smooth(leg.at(leg.body.hip[1], 1)),
          leg.at(leg.hem, 1),
          shift(leg.at(leg.hem, 1), width),
          smooth(shift(leg.at(leg.body.hip[1], 1), width)),
          shift(leg.at(leg.body.waist[1] + 6, 1), width),
        ],
        true,
      ),
      { base: color },
      [],
      { width: 1.1 },
    );

const smooth = ([x, y]: readonly [number, number]): Knot => [x, y, 's'];
const shift = ([x, y]: readonly [number, number], by: number): readonly [number, number] => [x - by, y];

/** A reflective band around each leg at `y`. */
export const legBand =
  (y: number, height: number, material: Cloth, edge?: Cloth) =>
  (leg: Leg): SvgNode =>
    all(
      edge && piece(leg.band(y - height * 0.35, height * 1.7), edge, [], { width: 1.3 }),
      piece(leg.band(y, height), material, [], { width: 1.3 }),
    );

/** A bellows pocket on the outside of each thigh. */
export const cargo =
  (y: number, w = 36, h = 50) =>
  (leg: Leg): SvgNode => {
    const [x] = leg.at(y, 0.74);
    const r = w / 2;
    return all(
      piece(
        outline([x - r, y], [x + r, y + 2], [x + r + 3, y + h], [x - r - 2, y + h - 2]),
        leg.material,
        [fold(leg.material, x + r, y + 12, x + r, y + h, 9, 0, 0.4)],
        { width: 1.8 },
      ),
      piece(
        outline([x - r - 2, y - 4], [x + r + 2, y - 2], [x + r + 1, y + 15], [x, y + 18, 's'], [x - r - 1, y + 13]),
        leg.material,
        [],
        { width: 1.8 },
      ),
      topStitch(`M${x - r + 2} ${y + 9}L${x + r - 2} ${y + 11}`, leg.material),
    );
  };

/** A padded patch over each knee. */
export const kneePad =
  (material: Cloth) =>
  (leg: Leg): SvgNode => {
    const y = leg.body.knee - 28;
    const [x] = leg.at(y, 0.52);
    return all(
      piece(
        outline(
          [x - 24, y - 6],
          [x + 24, y - 6],
          [x + 26, y + 30, 's'],
          [x + 18, y + 54],
          [x - 18, y + 54],
          [x - 26, y + 30, 's'],
        ),
        material,
        [],
        { width: 2 },
      ),
      topStitch(
        outline(
          [x - 18, y],
          [x + 18, y],
          [x + 20, y + 30, 's'],
          [x + 14, y + 48],
          [x - 14, y + 48],
          [x - 20, y + 30, 's'],
        ),
        material,
      ),
    );
  };
