import { colour, dye, shade } from '../core/palette';
import { lettering } from '../core/pens/lettering';
import { pin } from '../core/props';
import { all, group, num, path, place } from '../core/svg';
import { cloth } from '../core/textures';
import { careSign } from '../covers/parts';
import { fallLight, soft } from '../furnishings/cloth';
import { vignette } from '../furnishings/rooms';
import { thread } from '../merchandise/thread';
import { chalked, piece } from '../scenes/props/studio';
import { chalk } from '../scenes/props/tools';
import type { Film } from './film';
import { ease, mixed } from './motion';

const ink = colour.ink;

/** A care label is sewn on: border stitch by stitch, then its five signs. */
export const label: Film = {
  seconds: 6.5,
  poster: 5.6,
  frame: (t) => {
    const n = Math.floor(ease(t, 0.6, 3) * 72);
    const at = (i: number): [number, number] => {
      const p = i / 72;
      const per = 2 * (440 + 640);
      const d = p * per;
      return d < 440
        ? [140 + d, 330]
        : d < 1080
          ? [580, 330 + d - 440]
          : d < 1520
            ? [580 - (d - 1080), 970]
            : [140, 970 - (d - 1520)];
    };
    const done = Array.from({ length: n }, (_, i) => {
      const [x, y] = at(i);
      const [x2, y2] = at(i + 0.6);
      return `M${num(x)} ${num(y)}L${num(x2)} ${num(y2)}`;
    }).join('');
    const [nx, ny] = at(n);
    const shown = (from: number) => num(ease(t, from, 0.5));
    return all(
      path('M0 0H720V1280H0Z', { fill: dye.indigo }),
      soft('M-20 -20H740V1300H-20Z', cloth(dye.indigo, 'twill', undefined, undefined, 2), {
        folds: [
          [40, 60, 90, 1240, 30, 20],
          [680, 100, 640, 1240, 30, -20],
        ],
        light: fallLight,
      }),
      path('M120 326H612V1002H120Z', { fill: ink, opacity: 0.3 }),
      path('M116 306H604V994H116Z', { fill: '#FFFBF2', stroke: ink, 'stroke-width': 4 }),
      path(done, { stroke: '#6E2414', 'stroke-width': 9, transform: 'translate(1 3)' }),
      path(done, { stroke: colour.madder, 'stroke-width': 8 }),
      group({ opacity: shown(0.3) }, thread('N&N', 360, 470, 120, '#22305F', 4)),
      ...[0, 1, 2, 3, 4].map((i) =>
        group(
          { opacity: shown(3.3 + i * 0.3) },
          place(careSign(i), 220 + (i % 3) * 140 + (i > 2 ? 70 : 0), 600 + Math.floor(i / 3) * 140, 1.05),
        ),
      ),
      group(
        { opacity: shown(4.9) },
        lettering('COTTON 65 / POLY 35', 360, 880, 19, { 'stroke-width': 2.6 }, 'middle'),
        lettering('MADE IN CHENNAI', 360, 922, 15, { stroke: colour.madder, 'stroke-width': 2.4 }, 'middle'),
      ),
      n < 72 &&
        all(
          path(
            `M${num(nx)} ${num(ny)}C${num(nx + 60)} ${num(ny - 120)} ${num(nx + 160)} ${num(ny - 40)} 760 ${num(ny - 160)}`,
            { stroke: colour.madder, 'stroke-width': 5 },
          ),
          path(`M${num(nx)} ${num(ny)}l90 -110`, { stroke: ink, 'stroke-width': 9 }),
          path(`M${num(nx + 2)} ${num(ny - 2)}l86 -105`, { stroke: '#E4E7E6', 'stroke-width': 5 }),
        ),
      vignette(720, 1280, '#0A0E22', 0.4),
    );
  },
};

/** Chalk draws the piece, pins hold it, thread sews it. */
export const chalkPinStitch: Film = {
  seconds: 7,
  poster: 6,
  frame: (t) => {
    const line = (k: number): [number, number] => [130 + k * 460, 980 - Math.sin(k * Math.PI) * 130];
    const upTo = (k: number, from = 0) => {
      const pts = Array.from({ length: 41 }, (_, i) => from + ((k - from) * i) / 40).map((p) =>
        line(p).map(num).join(' '),
      );
      return `M${pts.join('L')}`;
    };
    const c = ease(t, 0.5, 1.7);
    const s = ease(t, 3.8, 2.4);
    const [cx, cy] = line(c);
    const [sx, sy] = line(s);
    const sewn = Array.from({ length: Math.floor(s * 26) }, (_, i) => upTo((i + 0.5) / 26, i / 26)).join('');
    return all(
      soft('M-20 -20H740V1300H-20Z', cloth('#2C3D74', 'twill', undefined, undefined, 2), {
        folds: [
          [60, 100, 100, 1240, 26, 18],
          [650, 60, 680, 1200, 26, -18],
        ],
        light: fallLight,
      }),
      place(piece('front'), mixed(900, 360, ease(t, 2.1, 0.9)), 480, 2.1, mixed(18, -4, ease(t, 2.1, 0.9))),
      chalked('M90 200H630V860H90Z'),
      c > 0.01 && path(upTo(c), { stroke: '#F6EFDF', 'stroke-width': 9, opacity: 0.85, 'stroke-dasharray': '40 4' }),
      c > 0 && c < 1 && place(chalk('#FBF6EA'), cx + 14, cy - 26, 2, -30),
      ...[0, 1, 2, 3].map((i) => {
        const p = ease(t, 2.8 + i * 0.22, 0.35);
        const [px, py] = [
          [250, 300],
          [470, 320],
          [240, 660],
          [470, 670],
        ][i] ?? [0, 0];
        return (
          p > 0 &&
          place(pin(i % 2 ? colour.madder : colour.marigold), (px ?? 0) - (1 - p) * 160, (py ?? 0) - (1 - p) * 120, 1.9)
        );
      }),
      path(sewn, { stroke: shade(colour.marigold, 0.5), 'stroke-width': 10, transform: 'translate(1 4)' }),
      path(sewn, { stroke: colour.marigold, 'stroke-width': 9 }),
      s > 0 &&
        all(
          path(
            `M${num(sx)} ${num(sy)}C${num(sx - 40)} ${num(sy + 120)} ${num(sx + 120)} ${num(sy + 190)} 760 ${num(sy + 90)}`,
            { stroke: colour.marigold, 'stroke-width': 5 },
          ),
          path(`M${num(sx)} ${num(sy)}l120 90`, { stroke: ink, 'stroke-width': 10 }),
          path(`M${num(sx + 2)} ${num(sy + 2)}l114 85`, { stroke: '#E4E7E6', 'stroke-width': 6 }),
        ),
      vignette(720, 1280, '#0A0E22', 0.4),
    );
  },
};
