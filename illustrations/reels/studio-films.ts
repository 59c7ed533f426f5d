import { colour, dye } from '../core/palette';
import { pin, stitches, swatch } from '../core/props';
import { all, el, group, num, path, place } from '../core/svg';
import { type Cloth, cloth } from '../core/textures';
import { drape, fabric, shadow } from '../furnishings/cloth';
import { sunlight } from '../furnishings/rooms';
import { hung, wardrobe } from '../scenes/props/hung';
import { footOf, outfit } from '../scenes/props/outfit';
import { paperWall, railStand } from '../scenes/props/studio';
import { snakeTape } from '../scenes/props/tools';
import type { Film } from './film';
import { ease, frame, mixed, room, swing } from './motion';

const ink = colour.ink;

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
export const palette: Film = {
  seconds: 6.5,
  poster: 6,
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
export const fitting: Film = {
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
export const railFilm: Film = {
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
export const fan: Film = {
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
