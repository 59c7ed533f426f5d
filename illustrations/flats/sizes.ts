/** A body that a sample is cut for, in centimetres. */
export interface Body {
  /** Around the chest, and around the hips. */
  readonly chest: number;
  readonly hips: number;
  /** From shoulder point to shoulder point, and from there to the wrist. */
  readonly shoulders: number;
  readonly arm: number;
  readonly insideLeg: number;
  readonly waistToKnee: number;
}

/** The sizes that samples are made in, by the names that pages give them. */
export const SIZES = {
  'Sample size 42': { chest: 107, hips: 108, shoulders: 47, arm: 63, insideLeg: 80, waistToKnee: 60 },
  'Sample size 38': { chest: 96, hips: 102, shoulders: 40.5, arm: 59, insideLeg: 77, waistToKnee: 58 },
  'Height 152 cm': { chest: 79, hips: 83, shoulders: 37, arm: 55, insideLeg: 71, waistToKnee: 51 },
  'Height 116 cm': { chest: 60, hips: 63, shoulders: 28, arm: 38, insideLeg: 50, waistToKnee: 36 },
} as const satisfies Record<string, Body>;

export type SizeName = keyof typeof SIZES;

/** How a garment is cut for the body of its size, in centimetres. */
export interface Cut {
  readonly size: SizeName;
  /** Room around the chest, and around the hem beyond the hips: less than none where the hem ends above them. */
  readonly ease: number;
  readonly hemEase?: number;
  /** Down the centre of the back, the hem's allowance turned in. */
  readonly length: number;
  /** The share of the arm that a sleeve covers, and what its shoulder drops or its cuff adds. */
  readonly sleeve?: readonly [share: number, more: number];
  /** Where it has no sleeve: how far the armholes stand outside or inside the shoulders, together. */
  readonly shoulders?: number;
  /** What trousers leave above the ankle bone, or turn up below it. */
  readonly leg?: number;
  /** From the waist, beyond the knee or short of it. */
  readonly skirt?: number;
}
