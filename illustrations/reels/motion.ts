import { colour } from '../core/palette';
import { all, path, type SvgNode } from '../core/svg';
import { floor, skirting, vignette } from '../furnishings/rooms';
import { paperWall } from '../scenes/props/studio';

/** Progress of a move that starts at `from` seconds and takes `length`: 0 to 1, slow at both ends. */
export const ease = (t: number, from: number, length: number): number => {
  const k = Math.min(1, Math.max(0, (t - from) / length));
  return k * k * (3 - 2 * k);
};

/** The same with a small overshoot, as cloth swings. */
export const swing = (t: number, from: number, length: number): number => {
  const k = Math.max(0, (t - from) / length);
  return k === 0 ? 0 : 1 - Math.exp(-5 * k) * Math.cos(k * 9);
};

export const mixed = (a: number, b: number, k: number): number => a + (b - a) * k;

export const room = (color: string, ground = '#B98F5E'): SvgNode =>
  all(paperWall(720, 1060, color), floor(720, 1060, 1280, ground), skirting(720, 1060, color, 26));

export const frame = (): SvgNode =>
  all(
    path('M18 18H702V1262H18Z', {
      stroke: colour.madder,
      'stroke-width': 2.4,
      'stroke-dasharray': '14 9',
      opacity: 0.55,
    }),
    vignette(720, 1280, '#2A1E10', 0.28),
  );
