import type { Point } from './callouts';
import type { Flat } from './flat';
import type { Geometry } from './geometry';

/** A unit of the figure, in centimetres. */
const CENTIMETRES = 0.25;

/** A length that a pattern cutter takes from the flat. */
export interface Measured {
  readonly name: string;
  readonly from: Point;
  readonly to: Point;
  /** In centimetres, to the half. */
  readonly value: number;
}

const of = (name: string, from: Point, to: Point, length = Math.hypot(to[0] - from[0], to[1] - from[1])): Measured => ({
  name,
  from,
  to,
  value: Math.round(length * CENTIMETRES * 2) / 2,
});

/** What is measured, in the order of its letters; lines lie beside the cloth where there is room. */
export function measuredOf(flat: Flat, { sleeve, shoulder, underarm, neck, foot, hem, body }: Geometry): Measured[] {
  const [chest, depth] = underarm;
  const right = Math.max(foot[0], sleeve?.[0][0] ?? 0, body.hip[0] + 24) + 26;
  const list = [
    of('Chest, laid flat', [-chest, depth + 18], [chest, depth + 18]),
    of('Length at centre back', [right, neck[1] + 12], [right, hem + 4]),
  ];
  if (sleeve && flat.sleeve) {
    const [[ox, oy]] = sleeve;
    list.push(
      of(
        'Sleeve from the shoulder',
        [-shoulder[0] - 20, shoulder[1] - 12],
        [-ox - 20, oy - 8],
        Math.hypot(ox - shoulder[0], oy - shoulder[1]),
      ),
    );
  } else list.push(of('Shoulder to shoulder', [-shoulder[0], shoulder[1] - 64], [shoulder[0], shoulder[1] - 64]));
  if (!flat.below || flat.below === 'apron' || flat.below === 'kurta')
    list.push(of('Hem, laid flat', [-foot[0], hem + 34], [foot[0], hem + 34]));
  if (flat.below === 'trousers' || flat.below === 'cargo' || flat.below === 'bib-brace')
    list.push(of('Inside leg', [0, body.crotch + 16], [0, body.ankle - 14]));
  if (flat.below === 'pencil' || flat.below === 'flared' || flat.below === 'pleated')
    list.push(of('Skirt length', [-right, body.waist[1]], [-right, body.knee]));
  return list;
}
