import { colour } from '../../core/palette';
import { curve, type Knot, mirrored, symmetric } from '../../core/pens/curve';
import { all, el, path, type SvgNode } from '../../core/svg';
import { type Cloth, cloth, shadeOf } from '../../core/textures';
import type { Body, Frame } from '../figure/body';
import { piece, ribbon, topStitch } from '../figure/piece';
import { collarFront } from './collar';

/** The neck of a garment. `trim` is the collar's own cloth; `depth` is how low a V, lapel or round neck reaches. */
export interface Collar {
  readonly kind:
    | 'shirt'
    | 'polo'
    | 'camp'
    | 'mandarin'
    | 'notch'
    | 'peak'
    | 'shawl'
    | 'sailor'
    | 'peter-pan'
    | 'crew'
    | 'round'
    | 'vee'
    | 'boat'
    | 'wrap'
    | 'tank'
    | 'none';
  readonly trim?: Cloth;
  readonly depth?: number;
  /** Open at the throat instead of buttoned. */
  readonly open?: boolean;
}

export interface Neck {
  /** Half neckline, from the front centre up to the shoulder. */
  readonly line: readonly Knot[];
  back(material: Cloth): SvgNode;
  front(material: Cloth, frame: Frame): SvgNode | undefined;
}

const openings: Record<Collar['kind'], number> = {
  shirt: 8,
  polo: 12,
  camp: 58,
  mandarin: 8,
  notch: 118,
  peak: 128,
  shawl: 120,
  sailor: 84,
  'peter-pan': 8,
  crew: 14,
  round: 40,
  vee: 66,
  boat: 4,
  wrap: 92,
  tank: 62,
  none: 96,
};

/** Depth of the front neck below the hollow of the throat. */
const depthOf = (body: Body, collar: Collar): number => collar.depth ?? (openings[collar.kind] * body.chest[1]) / 112;

function lineOf(body: Body, collar: Collar): Knot[] {
  const [nx, ny] = body.neck;
  const depth = depthOf(body, collar);
  switch (collar.kind) {
    case 'crew':
      return [
        [0, depth, 's'],
        [nx * 0.72, depth * 0.35 - 2, 's'],
        [nx + 4, ny + 1],
      ];
    case 'round':
    case 'tank':
      return [
        [0, depth, 's'],
        [nx * 0.92, depth * 0.5, 's'],
        [nx + 13, ny + 6],
      ];
    case 'boat':
      return [
        [0, depth, 's'],
        [nx * 1.1, depth * 0.3 - 4, 's'],
        [nx + 24, ny + 9],
      ];
    case 'shirt':
    case 'polo':
    case 'mandarin':
    case 'peter-pan':
      return [
        [0, depth, 's'],
        [nx * 0.66, depth - 10, 's'],
        [nx, ny],
      ];
    default:
      return [
        [0, depth],
        [nx * 0.52, depth * 0.42, 's'],
        [nx + 2, ny],
      ];
  }
}

/** The neckline and collar that belong together. */
export function neckOf(body: Body, collar: Collar): Neck {
  const line = lineOf(body, collar);
  const [nx, ny] = body.neck;
  const depth = depthOf(body, collar);
  const wide = line.at(-1)?.[0] ?? nx;
  const high = line.at(-1)?.[1] ?? ny;
  const whole = curve([...mirrored(line).filter(([x]) => x !== 0), ...line]);
  return {
    line,
    back(material) {
      const lining = cloth(
        shadeOf(material),
        material.weave === 'camo' ? undefined : material.weave,
        material.second,
        material.third,
      );
      const rise = stands.has(collar.kind) ? 15 : 0;
      const inner = symmetric(
        [0, high + (rise ? -7 - rise : 6), 's'],
        [wide * 0.7, high + 2 - rise, 's'],
        [wide, high],
        [wide * 0.9, depth * 0.5],
        [0, depth + 12],
      );
      return all(piece(inner, lining), careLabel(high + (rise ? 0 : 10)));
    },
    front(material, frame) {
      const trim = collar.trim ?? material;
      switch (collar.kind) {
        case 'crew':
        case 'round':
        case 'boat':
          return all(
            ribbon(whole, 7, trim.base),
            collar.trim ? undefined : path(whole, { stroke: colour.ink, 'stroke-width': 0.6 }),
          );
        case 'tank':
        case 'vee':
          return ribbon(whole, collar.trim ? 8 : 5, trim.base);
        case 'none':
          return topStitch(curve([...mirrored(shift(line)).filter(([x]) => x !== 0), ...shift(line)]), material);
        case 'wrap':
          return ribbon(
            curve([
              [-nx - 2, ny],
              [-nx * 0.3, depth * 0.5, 's'],
              [12, depth + 10],
            ]),
            7,
            trim.base,
          );
        default:
          return collarFront(frame, collar, trim, depth);
      }
    },
  };
}

const stands = new Set<Collar['kind']>(['shirt', 'polo', 'mandarin', 'notch', 'peak', 'camp', 'shawl']);
const shift = (line: readonly Knot[]): Knot[] =>
  line.map(([x, y, kind]) => [x === 0 ? 0 : x + 6, y + 7, kind] as const);

const careLabel = (y: number): SvgNode =>
  all(
    el('path', { d: `M-9 ${y - 4}h18v11h-18z`, fill: colour.cloth, stroke: colour.ink, 'stroke-width': 0.9 }),
    el('path', { d: `M-5 ${y + 1.5}h10`, stroke: colour.madder, 'stroke-width': 1.4 }),
  );
