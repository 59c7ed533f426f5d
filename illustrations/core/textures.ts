import { type Hex, lightness, mix, shade, tint } from './palette';
import { el, type Ref, type SvgNode, url } from './svg';
import { type Draw, type Weave, weaves } from './weaves';

/** A cloth: its dye, how it is woven or printed, and the colours of the pattern. */
export interface Cloth {
  readonly base: string;
  readonly weave?: Weave;
  /** Second and third colour of a check, stripe, print or camouflage. */
  readonly second?: string;
  readonly third?: string;
  /** Size of the repeat; 1 is life-like on a garment drawn at its own scale. */
  readonly repeat?: number;
}

export const cloth = (base: string, weave?: Weave, second?: string, third?: string, repeat?: number): Cloth => ({
  base,
  ...(weave && { weave }),
  ...(second && { second }),
  ...(third && { third }),
  ...(repeat && { repeat }),
});

/** Tone for folds and for the side that is turned away from the light. */
export const shadeOf = ({ base }: Cloth): Hex => shade(base, lightness(base) > 0.75 ? 0.2 : 0.32);

/** Thread of seams and top-stitching: light on dark cloth, dark on light cloth. */
export const seamOf = ({ base }: Cloth): Hex => (lightness(base) < 0.36 ? tint(base, 0.46) : shade(base, 0.55));

/** Paint that lies over the dye: the weave of the cloth. `undefined` for cloth too fine to see. */
export function weaveOf(material: Cloth): Ref | undefined {
  if (!material.weave) return undefined;
  const { base } = material;
  const dark = lightness(base) < 0.3;
  const draw: Draw = weaves[material.weave];
  const pattern = draw({
    base,
    line: dark ? tint(base, 0.32) : shade(base, 0.45),
    light: tint(base, 0.5),
    a: material.second ?? (dark ? tint(base, 0.5) : shade(base, 0.4)),
    b: material.third ?? mix(material.second ?? base, '#1C1B1A', 0.35),
    r: material.repeat ?? 1,
  });
  return url(pattern);
}

const stop = (offset: number, color: string, opacity: number): SvgNode =>
  el('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });

/** Light from the upper left over any shape: a breath of white, then the shape's own shadow. */
export const sideLight: Ref = url(
  el(
    'linearGradient',
    { x1: 0, y1: 0, x2: 1, y2: 0.25 },
    stop(0, '#fff', 0.16),
    stop(0.38, '#fff', 0),
    stop(0.62, '#15183A', 0),
    stop(1, '#15183A', 0.24),
  ),
);

/** A tube (sleeve, leg, pole): light along the left, shadow along both edges. */
export const tubeLight: Ref = url(
  el(
    'linearGradient',
    {},
    stop(0, '#15183A', 0.16),
    stop(0.28, '#fff', 0.14),
    stop(0.6, '#15183A', 0.03),
    stop(1, '#15183A', 0.28),
  ),
);

/** A soft round shadow for the floor below things: fill an ellipse with it. */
export const floorShadow: Ref = url(
  el('radialGradient', {}, stop(0, '#1C1B1A', 0.3), stop(0.6, '#1C1B1A', 0.13), stop(1, '#1C1B1A', 0)),
);

/** One soft shadow on what lies behind a whole garment. Use once per picture: filters are dear. */
export const dropShadow = (dx = 9, dy = 12, blur = 7, opacity = 0.26): Ref =>
  url(
    el(
      'filter',
      { x: '-20%', y: '-20%', width: '140%', height: '140%' },
      el('feDropShadow', { dx, dy, stdDeviation: blur, 'flood-color': '#1C1B1A', 'flood-opacity': String(opacity) }),
    ),
  );
