import { circle, drawing, el, gradient, group, line, n, path, rect } from './svg';

const WIDTH = 800;
const HEIGHT = 560;

/** Furrows that run towards the horizon. */
const furrows = (colour: string, horizon: number, count: number, width: number): string =>
  Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    const far = 330 + share * 140;
    const near = -500 + share * 1800;
    return line(`M${n(far)} ${horizon}L${n(near)} ${HEIGHT}`, colour, width);
  }).join('');

const cloud = (x: number, y: number, scale: number, fill: string): string =>
  path('M0 30Q-2 12 18 12Q24 -6 46 -2Q62 -14 78 2Q100 0 100 20Q112 22 108 30Z', fill, {
    transform: `translate(${x} ${y}) scale(${scale})`,
  });

const tree = (x: number, y: number, scale: number, leaves: string): string =>
  group(
    { transform: `translate(${x} ${y}) scale(${scale})` },
    rect(-4, -20, 8, 22, '#5b4632'),
    el('ellipse', { cx: 0, cy: -50, rx: 26, ry: 36, fill: leaves }),
    el('ellipse', { cx: -7, cy: -58, rx: 13, ry: 20, fill: '#ffffff', opacity: 0.12 }),
  );

const barn = (): string =>
  group(
    { transform: 'translate(96 206)' },
    path('M-10 58L58 4L126 58Z', '#5d2a22'),
    path('M0 54L58 8L116 54V124H0Z', '#b04433'),
    path('M58 8L116 54V124H58Z', '#933626'),
    rect(38, 72, 40, 52, '#f3ead6'),
    line('M38 72L78 124M78 72L38 124', '#b04433', 4),
    rect(50, 34, 16, 16, '#3b2a22'),
    rect(132, 20, 34, 104, '#c9c5b6', { rx: 6 }),
    path('M130 26Q149 -8 168 26Z', '#8d8f88'),
    ...[44, 64, 84, 104].map((y) => line(`M132 ${y}H166`, '#a5a496', 2)),
  );

const bale = (x: number, y: number, scale: number): string =>
  group(
    { transform: `translate(${x} ${y}) scale(${scale})` },
    el('ellipse', { cx: 4, cy: 26, rx: 42, ry: 6, fill: '#5b4a12', opacity: 0.25 }),
    rect(-30, -26, 56, 52, '#c99a35', { rx: 12 }),
    el('ellipse', { cx: 22, cy: 0, rx: 20, ry: 26, fill: '#e6c065' }),
    el('ellipse', { cx: 22, cy: 0, rx: 12, ry: 16, fill: 'none', stroke: '#b98826', 'stroke-width': 3 }),
    el('ellipse', { cx: 22, cy: 0, rx: 5, ry: 7, fill: '#b98826' }),
  );

/** Harvest on a late summer's afternoon: where the classics work. */
export const classicScene = (): string =>
  drawing(
    WIDTH,
    HEIGHT,
    el(
      'defs',
      {},
      gradient('sky', [
        [0, '#f3b76b'],
        [0.55, '#f8dca4'],
        [1, '#fdf0d2'],
      ]),
      gradient('field', [
        [0, '#d9a441'],
        [1, '#b9791f'],
      ]),
    ),
    rect(0, 0, WIDTH, 340, 'url(#sky)'),
    circle(560, 214, 84, '#fff1c9', { opacity: 0.55 }),
    circle(560, 214, 58, '#fff6dd'),
    cloud(120, 70, 1.3, '#fff4dd'),
    cloud(420, 44, 0.9, '#fff4dd'),
    cloud(640, 110, 0.7, '#fff4dd'),
    path('M0 300Q160 220 330 284T640 262T800 280V360H0Z', '#9aa860'),
    path('M0 324Q200 272 420 316T800 300V380H0Z', '#7f9450'),
    barn(),
    tree(300, 326, 0.9, '#5d7a3a'),
    tree(342, 332, 0.65, '#6d8a44'),
    tree(720, 322, 1, '#5d7a3a'),
    tree(764, 330, 0.75, '#6d8a44'),
    path('M0 330Q400 314 800 332V560H0Z', 'url(#field)'),
    furrows('#c58a2a', 326, 15, 5),
    bale(150, 404, 0.8),
    bale(676, 392, 0.66),
    bale(580, 366, 0.42),
    path('M0 500Q400 474 800 500V560H0Z', '#8c5d18', { opacity: 0.35 }),
  );

const drone = (x: number, y: number, scale: number): string =>
  group(
    { transform: `translate(${x} ${y}) scale(${scale})` },
    line('M-34 -8H34', '#dfeef2', 4),
    rect(-14, -10, 28, 14, '#dfeef2', { rx: 6 }),
    line('M-50 -12H-20M20 -12H50', '#9fd0dc', 3, { opacity: 0.8 }),
    circle(0, 4, 4, '#5fe3ff'),
    path('M-6 8L-46 120H46L6 8Z', '#5fe3ff', { opacity: 0.14 }),
  );

/** The same land at night, worked by machines that need nobody. */
export const autonomousScene = (): string =>
  drawing(
    WIDTH,
    HEIGHT,
    el(
      'defs',
      {},
      gradient('sky', [
        [0, '#10243a'],
        [0.6, '#27566b'],
        [1, '#6fa39a'],
      ]),
      gradient('field', [
        [0, '#2f6a56'],
        [1, '#12302c'],
      ]),
    ),
    rect(0, 0, WIDTH, 350, 'url(#sky)'),
    ...[
      [60, 50],
      [140, 96],
      [230, 40],
      [310, 120],
      [402, 64],
      [470, 24],
      [530, 102],
      [700, 46],
      [760, 120],
      [640, 156],
    ].map(([x = 0, y = 0], index) => circle(x, y, index % 3 === 0 ? 2.4 : 1.6, '#eaf6f2', { opacity: 0.85 })),
    circle(642, 104, 46, '#e9f3e4'),
    circle(626, 94, 46, '#1b3a50', { opacity: 0.92 }),
    path('M0 300Q180 236 360 290T700 268T800 290V370H0Z', '#20504f'),
    path('M0 330Q220 286 440 322T800 310V380H0Z', '#1b4444'),
    group(
      {},
      line('M116 326V196', '#d5e6e3', 6),
      ...[20, 140, 260].map((turn) =>
        path('M116 196Q122 160 117 128Q110 160 116 196Z', '#d5e6e3', { transform: `rotate(${turn} 116 196)` }),
      ),
      circle(116, 196, 6, '#ffffff'),
    ),
    group(
      {},
      line('M208 330V236', '#a9c8c6', 4),
      ...[70, 190, 310].map((turn) =>
        path('M208 236Q212 212 209 190Q203 212 208 236Z', '#a9c8c6', { transform: `rotate(${turn} 208 236)` }),
      ),
      circle(208, 236, 4, '#ffffff'),
    ),
    drone(470, 176, 0.9),
    path('M0 336Q400 322 800 338V560H0Z', 'url(#field)'),
    furrows('#3f8a6c', 334, 15, 3),
    furrows('#8effc8', 334, 5, 1.6),
    path('M0 504Q400 478 800 504V560H0Z', '#081a19', { opacity: 0.4 }),
  );
