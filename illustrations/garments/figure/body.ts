/**
 * The figure that clothes are drawn on. Origin: the hollow of the neck; y grows downwards; x > 0 is the viewer's right.
 * One unit is about a quarter of a centimetre; drawings are scaled when placed.
 */
export interface Body {
  /** Where the shoulder seam meets the neck. */
  readonly neck: readonly [number, number];
  readonly shoulder: readonly [number, number];
  /** Half width and height of the underarm, waist and hip. */
  readonly chest: readonly [number, number];
  readonly waist: readonly [number, number];
  readonly hip: readonly [number, number];
  readonly crotch: number;
  readonly knee: number;
  readonly ankle: number;
  readonly arm: number;
  /** Centre height and radii of the head block. */
  readonly head: { readonly y: number; readonly rx: number; readonly ry: number };
}

export const bodies = {
  broad: {
    neck: [37, -22],
    shoulder: [108, 13],
    chest: [91, 110],
    waist: [77, 206],
    hip: [87, 294],
    crotch: 318,
    knee: 476,
    ankle: 648,
    arm: 266,
    head: { y: -108, rx: 42, ry: 56 },
  },
  stout: {
    neck: [39, -20],
    shoulder: [110, 17],
    chest: [97, 112],
    waist: [93, 210],
    hip: [97, 300],
    crotch: 324,
    knee: 478,
    ankle: 646,
    arm: 262,
    head: { y: -106, rx: 43, ry: 55 },
  },
  slim: {
    neck: [32, -22],
    shoulder: [94, 12],
    chest: [81, 104],
    waist: [61, 190],
    hip: [90, 282],
    crotch: 306,
    knee: 466,
    ankle: 646,
    arm: 254,
    head: { y: -104, rx: 39, ry: 53 },
  },
  teen: {
    neck: [31, -19],
    shoulder: [92, 10],
    chest: [79, 94],
    waist: [71, 176],
    hip: [79, 246],
    crotch: 272,
    knee: 402,
    ankle: 548,
    arm: 222,
    head: { y: -100, rx: 40, ry: 53 },
  },
  child: {
    neck: [25, -15],
    shoulder: [70, 8],
    chest: [62, 74],
    waist: [60, 138],
    hip: [66, 192],
    crotch: 212,
    knee: 306,
    ankle: 416,
    arm: 166,
    head: { y: -88, rx: 41, ry: 51 },
  },
} satisfies Record<string, Body>;

export type Build = keyof typeof bodies;

/** On a dress form, on a hanger, on a hook by its loop, or laid flat on the table. */
export type Pose = 'form' | 'hanger' | 'hook' | 'flat';

/** From which side an outfit is seen; three quarters of it are seen turned to the viewer's right, or to the left. */
export type View = 'front' | 'three-quarter' | 'three-quarter-left' | 'back';

/** To which side of the viewer an outfit is turned. */
export const turnOf = (view?: View): 'left' | 'right' | undefined =>
  view === 'three-quarter' ? 'right' : view === 'three-quarter-left' ? 'left' : undefined;

export interface Frame {
  readonly body: Body;
  readonly pose: Pose;
  /** Default: the front. */
  readonly view?: View;
}

/** Heights at which garments end, by name. */
export function level(body: Body, name: Level): number {
  if (typeof name === 'number') return name;
  const [, waist] = body.waist;
  const [, hip] = body.hip;
  const levels = {
    waist: waist + 14,
    belt: waist + 34,
    hip: hip,
    seat: hip + (body.crotch - hip) * 1.6,
    thigh: body.crotch + (body.knee - body.crotch) * 0.42,
    'above-knee': body.knee - 24,
    knee: body.knee + 8,
    calf: body.knee + (body.ankle - body.knee) * 0.5,
    ankle: body.ankle - 14,
    floor: body.ankle + 8,
  };
  return levels[name];
}

export type Level =
  | number
  | 'waist'
  | 'belt'
  | 'hip'
  | 'seat'
  | 'thigh'
  | 'above-knee'
  | 'knee'
  | 'calf'
  | 'ankle'
  | 'floor';
