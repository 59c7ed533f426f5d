import { circle, drawing, el, gradient, group, line, path, rect } from './svg';

interface StoreLook {
  sky: readonly [string, string];
  wall: string;
  trim: string;
  awning: readonly [string, string];
  roof: 'gable' | 'flat' | 'arch' | 'saw';
}

const LOOKS: Record<string, StoreLook> = {
  'store-a': {
    sky: ['#bfdfe6', '#f2efdd'],
    wall: '#e8dcc0',
    trim: '#b5352c',
    awning: ['#b5352c', '#f6eedb'],
    roof: 'gable',
  },
  'store-b': {
    sky: ['#f2cf9b', '#fbeed2'],
    wall: '#4f7a69',
    trim: '#203f38',
    awning: ['#e9b23c', '#fbf2dc'],
    roof: 'saw',
  },
  'store-c': {
    sky: ['#c9d6ee', '#f3eee6'],
    wall: '#a9553f',
    trim: '#5b2a20',
    awning: ['#2f6377', '#f2ead8'],
    roof: 'arch',
  },
  'store-d': {
    sky: ['#f0c3b4', '#fbeadb'],
    wall: '#e9e4d6',
    trim: '#27485a',
    awning: ['#27485a', '#f2ead8'],
    roof: 'flat',
  },
};

const roofs: Record<StoreLook['roof'], (look: StoreLook) => string> = {
  gable: ({ trim, wall }) =>
    path('M76 150L240 70L404 150Z', trim) + path('M120 150L240 92L360 150Z', wall) + circle(240, 124, 16, trim),
  flat: ({ trim }) => rect(76, 112, 328, 22, trim, { rx: 3 }) + rect(92, 134, 296, 16, trim, { opacity: 0.6 }),
  arch: ({ trim, wall }) => path('M84 150Q240 20 396 150Z', trim) + path('M112 150Q240 48 368 150Z', wall),
  saw: ({ trim }) => path('M84 150V104L164 76V150ZM190 150V104L270 76V150ZM296 150V104L376 76V150Z', trim),
};

const awning = ([one, other]: StoreLook['awning']): string =>
  Array.from({ length: 11 }, (_, index) => {
    const x = 92 + index * 27;
    return path(`M${x} 178h27l2 34q-15 12 -31 0z`, index % 2 ? other : one);
  }).join('');

interface BushLook {
  /** Height and width of the trunk. */
  trunk: number;
  width: number;
  /** Its middle above the ground, and half of its width and height. */
  crown: { y: number; rx: number; ry: number };
  leaves: string;
}

const bush = (x: number, { trunk, width, crown: { y, rx, ry }, leaves }: BushLook): string =>
  group(
    { transform: `translate(${x} 290)` },
    rect(-width / 2, -trunk, width, trunk, '#5b4632'),
    el('ellipse', { cx: 0, cy: -y, rx, ry, fill: leaves }),
  );

/** The front of a shop, with a tractor's silhouette in its window. */
const store = (look: StoreLook): string =>
  drawing(
    480,
    320,
    el(
      'defs',
      {},
      gradient('sky', [
        [0, look.sky[0]],
        [1, look.sky[1]],
      ]),
    ),
    rect(0, 0, 480, 320, 'url(#sky)'),
    path('M0 250Q120 212 250 240T480 228V320H0Z', '#93a86a'),
    roofs[look.roof](look),
    rect(88, 148, 304, 142, look.wall),
    rect(88, 148, 304, 30, look.trim),
    line('M176 163H304', '#f6eedb', 6, { 'stroke-dasharray': '16 9' }),
    rect(110, 206, 172, 72, '#24363c'),
    path('M110 206H170L128 278H110Z', '#ffffff', { opacity: 0.1 }),
    group(
      { transform: 'translate(136 218)', fill: '#f0c65c' },
      '<path d="M4 32V18q0-4 4-4h10l4-12h28l4 14 26 4q4 2 4 8v8z"/>',
      '<circle cx="24" cy="36" r="19" stroke="#24363c" stroke-width="4"/>',
      '<circle cx="82" cy="42" r="12" stroke="#24363c" stroke-width="4"/>',
      '<circle cx="24" cy="36" r="7" fill="#24363c"/>',
    ),
    rect(306, 204, 62, 86, look.trim),
    rect(314, 212, 46, 44, '#cfe3e6'),
    circle(318, 262, 4, '#f0c65c'),
    awning(look.awning),
    path('M0 288H480V320H0Z', '#6f6a5a'),
    line('M0 290H480', '#8d8777', 4),
    bush(424, { trunk: 40, width: 8, crown: { y: 62, rx: 26, ry: 36 }, leaves: '#5d7a3a' }),
    bush(52, { trunk: 28, width: 6, crown: { y: 46, rx: 19, ry: 26 }, leaves: '#6d8a44' }),
  );

export const stores = (): Record<string, string> =>
  Object.fromEntries(Object.entries(LOOKS).map(([id, look]) => [id, store(look)]));
