import type { FrameOptions } from './messages';

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

/** Black or white, whichever reads better on the merchant's colour. */
function inkOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#1c1b1a' : '#ffffff';
}

/** Gives the frame the merchant's colour, when it is one. */
export function dress({ theme }: FrameOptions): void {
  if (!isColour(theme?.color)) return;
  document.documentElement.style.setProperty('--theme', theme.color);
  document.documentElement.style.setProperty('--on-theme', inkOn(theme.color));
}
