import { lettering } from '../core/lettering';
import { colour, dye, shade } from '../core/palette';
import { pin, stitches, swatch } from '../core/props';
import { all, el, group, num, path, place, type SvgNode } from '../core/svg';
import { type Cloth, cloth } from '../core/textures';
import { careSign } from '../covers/parts';
import { drape, fabric, fallLight, shadow, soft } from '../furnishings/cloth';
import { floor, skirting, sunlight, vignette } from '../furnishings/rooms';
import { thread } from '../merchandise/thread';
import { hung, wardrobe } from '../scenes/hung';
import { footOf, outfit } from '../scenes/outfit';
import { chalked, paperWall, piece, railStand } from '../scenes/studio';
import { chalk, snakeTape } from '../scenes/tools';
import type { Film } from './film';

const ink = colour.ink;
/** Progress of a move that starts at `from` seconds and takes `length`: 0 to 1, slow at both ends. */
const ease = (t: number, from: number, length: number): number => {
  const k = Math.min(1, Math.max(0, (t - from) / length));
  return k * k * (3 - 2 * k);
};
/** The same with a small overshoot, as cloth swings. */
const swing = (t: number, from: number, length: number): number => {
  const k = Math.max(0, (t - from) / length);
  return k === 0 ? 0 : 1 - Math.exp(-5 * k) * Math.cos(k * 9);
};
const mixed = (a: number, b: number, k: number): number => a + (b - a) * k;

const room = (color: string, ground = '#B98F5E'): SvgNode =>
  all(paperWall(720, 1060, color), floor(720, 1060, 1280, ground), skirting(720, 1060, color, 26));
const frame = (): SvgNode =>
  all(
    path('M18 18H702V1262H18Z', {
      stroke: colour.madder,
      'stroke-width': 2.4,
      'stroke-dasharray': '14 9',
      opacity: 0.55,
    }),
    vignette(720, 1280, '#2A1E10', 0.28),
  );

const hues = [
  '#A63A24',
  '#C7652B',
  '#E2A72E',
  '#B9B45A',
  '#65755A',
  '#3F8684',
  '#34629A',
  '#22305F',
  '#5C3453',
  '#8A3A55',
  '#CB8E85',
  '#E9D9AE',
];

/** A palette wheel opens, turns, and two of its colours go side by side. */
const palette: Film = {
  seconds: 6.5,
  poster: 4,
  frame: (t) => {
    const turn = ease(t, 1.6, 3.6) * 120;
    const wedge = (i: number) => {
      const k = ease(t, 0.2 + i * 0.1, 0.6);
      const r = 300 * k;
      const a = ((i * 30 - 15) * Math.PI) / 180;
      const b = ((i * 30 + 15) * Math.PI) / 180;
      return (
        k > 0.01 &&
        path(
          `M${num(Math.cos(a) * 96 * k)} ${num(Math.sin(a) * 96 * k)}L${num(Math.cos(a) * r)} ${num(Math.sin(a) * r)}A${num(r)} ${num(r)} 0 0 1 ${num(Math.cos(b) * r)} ${num(Math.sin(b) * r)}L${num(Math.cos(b) * 96 * k)} ${num(Math.sin(b) * 96 * k)}Z`,
          { fill: hues[i], stroke: ink, 'stroke-width': 3 },
        )
      );
    };
    const side = ease(t, 4.2, 1);
    return all(
      paperWall(720, 1280, '#EFE4CC'),
      el('circle', { cx: 372, cy: 516, r: 306 * ease(t, 0.2, 1.4), fill: ink, opacity: 0.18 }),
      group(
        { transform: `translate(360 500) rotate(${num(turn)})` },
        ...hues.map((_, i) => wedge(i)),
        el('circle', { cx: 0, cy: 0, r: 96, fill: '#FFFBF2', stroke: ink, 'stroke-width': 3 }),
        stitches('M0 -78A78 78 0 1 1 -.1 -78Z', colour.madder, 3, '12 8'),
      ),
      ...[0, 1, 2, 3].map((i) =>
        place(
          swatch(cloth(hues[(i * 3 + 7) % 12] ?? '#A63A24', 'linen', undefined, undefined, 1.6), 230, 250),
          mixed(-300 - i * 200, [50, 190, 330, 455][i] ?? 0, ease(t, 3 + i * 0.3, 0.9)),
          900 + (i % 2) * 24 - side * (i === 1 || i === 2 ? 40 : 0),
          1,
          [-8, -2, 4, 9][i],
        ),
      ),
      frame(),
    );
  },
};

/** A jacket is fitted on the form: tape, pins, hem. */
const fitting: Film = {
  seconds: 6.5,
  poster: 4.6,
  frame: (t) => {
    const down = ease(t, 0.3, 1.4);
    const name = 'retail-corporate-executives';
    const k = 1.24;
    const y = 1190 - footOf(name) * k;
    const pins = [
      [300, 396],
      [424, 392],
      [268, 520],
      [452, 520],
      [300, 690],
      [424, 694],
    ];
    return all(
      room('#DDE0D0'),
      sunlight(60, 150, 90, 170, 0.4),
      shadow(364, 1194, 230, 28),
      group({ opacity: num(ease(t, 0.2, 0.6)) }, place(outfit(name), 360, y - (1 - down) * 60, k)),
      ...pins.map(([x = 0, py = 0], i) => {
        const p = ease(t, 2.9 + i * 0.22, 0.4);
        return p > 0 && place(pin(i % 2 ? colour.marigold : colour.madder), x + (1 - p) * 90, py - (1 - p) * 120, 1.5);
      }),
      t > 1.6 &&
        place(
          snakeTape(
            [
              [0, 0],
              [14, 160 * ease(t, 1.6, 1.2) + 1, 's'],
              [-14, 340 * ease(t, 1.6, 1.2) + 2, 's'],
              [0, 560 * ease(t, 1.6, 1.2) + 3],
            ],
            30,
          ),
          560,
          380,
        ),
      path(`M200 ${num(mixed(760, 706, ease(t, 4.3, 1)))}H${num(200 + 320 * ease(t, 4, 0.8))}`, {
        stroke: colour.madder,
        'stroke-width': 5,
        'stroke-dasharray': '18 10',
      }),
      frame(),
    );
  },
};

/** Garments slide along a rail, part, and one comes forward: a wardrobe built. */
const railFilm: Film = {
  seconds: 7,
  poster: 5.2,
  frame: (t) => {
    const items = [0, 8, 2, 12, 6, 11, 1, 13].map((i, n) => {
      const spec = wardrobe[i];
      if (!spec) return undefined;
      const k = swing(t, 0.3 + n * 0.26, 0.9);
      const leave = n % 2 === 1 ? ease(t, 3.8 + n * 0.08, 1) : 0;
      const home = 130 + n * 66;
      const gather = 130 + (n / 2) * 142;
      const x = mixed(900, n % 2 === 1 ? home : mixed(home, gather, ease(t, 4.4, 1)), Math.min(1.05, k)) + leave * 760;
      const lean = (1 - k) * 14 + leave * 12 * (1 - leave);
      return [place(hung(spec), x, 340, 1.36, lean), n] as const;
    });
    return all(
      room('#EADFC8'),
      sunlight(40, 120, 90, 180, 0.4),
      place(railStand(600, 800), 60, 1140),
      ...items
        .filter((item) => item !== undefined)
        .sort(([, a], [, b]) => b - a)
        .map(([node]) => node),
      frame(),
    );
  },
};

/** A care label is sewn on: border stitch by stitch, then its five signs. */
const label: Film = {
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

const book: readonly Cloth[] = [
  fabric.madder,
  fabric.indigo,
  fabric.oat,
  fabric.deepSage,
  fabric.stripe,
  fabric.clay,
  fabric.palm,
  cloth(dye.navy, 'pinstripe'),
  cloth(dye.maroon, 'herringbone'),
  cloth(dye.bottle, 'tartan', dye.navy, dye.marigold),
  cloth(dye.marigold, 'twill'),
];

/** A swatch book fans open, then one cloth falls into a drape. */
const fan: Film = {
  seconds: 6.5,
  poster: 3.6,
  frame: (t) => {
    const open = ease(t, 0.4, 2.2) - ease(t, 4.2, 1.2) * 0.72;
    const fall = ease(t, 4.4, 1.6);
    return all(
      paperWall(720, 1280, '#DDE0D0'),
      sunlight(80, 160, 100, 170, 0.45),
      fall > 0.02 &&
        place(
          drape(
            [
              [0, 0, 340],
              [300 * fall, -20 * fall, 340 + 20 * fall],
              [760 * fall + 10, -60 * fall, 340 + 60 * fall],
            ],
            8,
            fabric.madder,
            { hem: 12 },
          ),
          190,
          330,
        ),
      ...book.map((material, i) =>
        group(
          {
            transform: `translate(360 ${num(mixed(930, 400, fall * 0.9))}) rotate(${num((i - 5) * 17 * open - 90)})`,
            opacity: num(1 - fall),
          },
          place(swatch(material, 470, 210), 40, -105),
        ),
      ),
      group(
        { opacity: num(1 - fall) },
        el('circle', {
          cx: 360,
          cy: mixed(930, 400, fall * 0.9),
          r: 22,
          fill: colour.brass,
          stroke: ink,
          'stroke-width': 3,
        }),
      ),
      frame(),
    );
  },
};

/** Chalk draws the piece, pins hold it, thread sews it. */
const chalkPinStitch: Film = {
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

/** The six films in the order of their files. */
export const films: readonly Film[] = [palette, fitting, railFilm, label, fan, chalkPinStitch];
