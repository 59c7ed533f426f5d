/** Colours of the site and of the cloths in the studio's rack. All are six-digit hex, so that they can be mixed. */
export const colour = {
  paper: '#F4EDDF',
  cloth: '#FFFFFF',
  ink: '#1C1B1A',
  indigo: '#22305F',
  madder: '#A63A24',
  marigold: '#E2A72E',
  linen: '#E9E0CC',
  sage: '#8A9A7B',
  kraft: '#D9C3A0',
  brass: '#C4962F',
  wood: '#B98A57',
  steel: '#9AA1A4',
} as const;

/** Dyed cloth, kept a little warm so that any two sit together on pattern paper. */
export const dye = {
  white: '#FBF8F1',
  ecru: '#EADFC8',
  oat: '#D8C8A8',
  khaki: '#BFA472',
  drab: '#94804F',
  olive: '#636640',
  moss: '#454B31',
  sage: '#93A386',
  mint: '#BCD3C2',
  teal: '#3F8684',
  bottle: '#2C5A4B',
  theatre: '#4C8B76',
  sky: '#AFC4D6',
  chambray: '#7391AE',
  cobalt: '#34529A',
  indigo: '#2C3D74',
  navy: '#212C52',
  slate: '#626C76',
  ash: '#B4B6B2',
  charcoal: '#3D4047',
  black: '#2A2A2D',
  madder: '#A63A24',
  scarlet: '#B92F26',
  maroon: '#6F2431',
  plum: '#5C3453',
  rose: '#CB8E85',
  blush: '#EBCDBF',
  rust: '#BF5F30',
  hide: '#9C6638',
  tan: '#C99C68',
  straw: '#DFC07C',
  marigold: '#E2A72E',
  butter: '#F0D896',
  beacon: '#DCE04A',
  flare: '#EC6B2B',
  silver: '#DADDDA',
} as const;

export type Hex = `#${string}`;

const channels = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

/** Linear mix in sRGB; `amount` 0 gives `a`, 1 gives `b`. */
export function mix(a: string, b: string, amount: number): Hex {
  const from = channels(a);
  const to = channels(b);
  const parts = from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * amount));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Perceived lightness between 0 (black) and 1 (white). */
export function lightness(hex: string): number {
  const [r, g, b] = channels(hex);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}

/** The colour in its own shadow: darker, and drawn towards indigo as north light does. */
export const shade = (hex: string, amount = 0.3): Hex => mix(hex, '#15183A', amount);

/** The colour where light falls on it. */
export const tint = (hex: string, amount = 0.3): Hex => mix(hex, '#FFFBF0', amount);
