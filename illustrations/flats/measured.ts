import type { Point } from './callouts';
import type { Flat } from './flat';
import type { Geometry } from './geometry';
import { type Body, type Cut, SIZES } from './sizes';

/** A length that a pattern cutter takes from the garment, and where the drawing shows it: a flat is not a scale drawing. */
export interface Measured {
  readonly name: LengthName;
  readonly from: Point;
  readonly to: Point;
}

const toHalf = (length: number): number => Math.round(length * 2) / 2;

type Length = (body: Body, cut: Cut) => number;

/** Every length by its name, from the body of the size and the cut of the garment. Widths are of half the garment, laid flat. */
const LENGTHS = {
  'Chest, laid flat': ({ chest }, { ease }) => (chest + ease) / 2,
  'Length at centre back': (_, { length }) => length,
  'Sleeve from the shoulder': ({ arm }, { sleeve: [share, more] = [0, 0] }) => arm * share + more,
  'Shoulder to shoulder': ({ shoulders }, { shoulders: more = 0 }) => shoulders + more,
  'Hem, laid flat': ({ hips }, { hemEase = 0 }) => (hips + hemEase) / 2,
  'Inside leg': ({ insideLeg }, { leg = 0 }) => insideLeg + leg,
  'Skirt length': ({ waistToKnee }, { skirt = 0 }) => waistToKnee + skirt,
} as const satisfies Record<string, Length>;

type LengthName = keyof typeof LENGTHS;

/** How long that is on the sample, in centimetres, to the half. */
export const lengthOf = (name: LengthName, cut: Cut): number => toHalf(LENGTHS[name](SIZES[cut.size], cut));

/** What is measured, in the order of its letters; lines lie beside the cloth where there is room. */
export function measuredOf(flat: Flat, { sleeve, shoulder, underarm, neck, foot, hem, body }: Geometry): Measured[] {
  const of = (name: LengthName, from: Point, to: Point): Measured => ({ name, from, to });
  const [chest, depth] = underarm;
  const right = Math.max(foot[0], sleeve?.[0][0] ?? 0, body.hip[0] + 24) + 26;
  const list = [
    of('Chest, laid flat', [-chest, depth + 18], [chest, depth + 18]),
    of('Length at centre back', [right, neck[1] + 12], [right, hem + 4]),
  ];
  if (sleeve && flat.sleeve) {
    const [[ox, oy]] = sleeve;
    list.push(of('Sleeve from the shoulder', [-shoulder[0] - 20, shoulder[1] - 12], [-ox - 20, oy - 8]));
  } else list.push(of('Shoulder to shoulder', [-shoulder[0], shoulder[1] - 64], [shoulder[0], shoulder[1] - 64]));
  if (!flat.below || flat.below === 'apron' || flat.below === 'kurta')
    list.push(of('Hem, laid flat', [-foot[0], hem + 34], [foot[0], hem + 34]));
  if (flat.below === 'trousers' || flat.below === 'cargo' || flat.below === 'bib-brace')
    list.push(of('Inside leg', [0, body.crotch + 16], [0, body.ankle - 14]));
  if (flat.below === 'pencil' || flat.below === 'flared' || flat.below === 'pleated')
    list.push(of('Skirt length', [-right, body.waist[1]], [-right, body.knee]));
  return list;
}
