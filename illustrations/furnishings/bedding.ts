import { colour } from '../core/palette';
import { curve, type Knot, outline, symmetric } from '../core/pens/curve';
import { stitches } from '../core/props';
import { all, path, place, type SvgNode } from '../core/svg';
import { type Cloth, seamOf } from '../core/textures';
import { drape, fabric, fallLight, plumpLight, shadow, soft } from './cloth';

export interface PillowOptions {
  /** A flat border beyond the seam, or piping along it. */
  edge?: 'flange' | 'piping' | 'plain' | 'tassel';
  trim?: string;
  /** A band of trim across the pillow, as hotels have it. */
  band?: boolean;
}

/** A plump pillow about its middle, `w` by `h`. */
export function pillow(w: number, h: number, material: Cloth, options: PillowOptions = {}): SvgNode {
  const { edge = 'plain', trim = colour.sage, band } = options;
  const x = w / 2;
  const y = h / 2;
  const form = (k: number): string => {
    const a = x * k;
    const b = y * k;
    const c = Math.min(x, y) * 0.05;
    return outline(
      [-a, -b],
      [-a * 0.72, -b + c, 's'],
      [0, -b * 1.03, 's'],
      [a * 0.72, -b + c, 's'],
      [a, -b],
      [a - c, -b * 0.5, 's'],
      [a * 1.01, 0.1 * b, 's'],
      [a - c, b * 0.6, 's'],
      [a, b],
      [a * 0.7, b - c, 's'],
      [0, b * 1.04, 's'],
      [-a * 0.7, b - c, 's'],
      [-a, b],
      [-a + c, b * 0.6, 's'],
      [-a * 1.01, 0.1 * b, 's'],
      [-a + c, -b * 0.5, 's'],
    );
  };
  const inner = 1 - 18 / w;
  const creases = [
    [-x, -y, -x * 0.55, -y * 0.45, 5, 3],
    [x, -y, x * 0.6, -y * 0.4, 6, -4],
    [-x, y, -x * 0.58, y * 0.45, 6, -3],
    [x, y, x * 0.55, y * 0.42, 7, 4],
    [-x * 0.2, -y * 0.3, x * 0.25, -y * 0.18, 3, 5],
    [-x * 0.9, y * 0.2, -x * 0.62, y * 0.12, 4, 2],
    [x * 0.9, 0, x * 0.66, y * 0.1, 4, 2],
  ] as const;
  const tassels = [
    [-x, -y, 35],
    [x, -y, -35],
    [-x, y, 145],
    [x, y, -145],
  ] as const;
  return all(
    ...(edge === 'tassel'
      ? tassels.map(([tx, ty, turn]) =>
          place(
            path('M0 0V-8M-5 -24Q0 -6 0 -8Q0 -6 5 -24M-2 -25V-10M2 -25V-10', { stroke: trim, 'stroke-width': 2.6 }),
            tx,
            ty,
            1,
            -turn,
          ),
        )
      : []),
    soft(
      form(1),
      material,
      { light: plumpLight, folds: creases, width: 2.4 },
      band
        ? path(`M${x * 0.5} ${-h}h12v${h * 2}h-12zM${x * 0.5 + 18} ${-h}h4v${h * 2}h-4z`, { fill: trim })
        : undefined,
    ),
    edge === 'flange' ? path(form(inner), { stroke: seamOf(material), 'stroke-width': 1.2 }) : undefined,
    edge === 'flange' ? stitches(form(inner - 0.02), trim, 1.2) : undefined,
    edge === 'piping' ? path(form(0.985), { stroke: trim, 'stroke-width': 4 }) : undefined,
    edge === 'piping' ? path(form(0.97), { stroke: colour.ink, 'stroke-width': 0.7, opacity: 0.6 }) : undefined,
  );
}

/** One folded piece seen from its folded edge, `w` by `h`, its lower left at (0, 0): rounded fold and the plies inside. */
export function folded(w: number, h: number, material: Cloth, trim?: string): SvgNode {
  const r = h / 2;
  const d = outline(
    [r, -h],
    [w - 3, -h + 1],
    [w + 2, -h * 0.5, 's'],
    [w - 2, 0],
    [r, 0, 's'],
    [0, -r, 's'],
    [r, -h, 's'],
  );
  const plies = `M${w} ${-h * 0.66}L${r} ${-h * 0.66}Q${r * 0.45} ${-r} ${r} ${-h * 0.34}L${w} ${-h * 0.34}`;
  return soft(
    d,
    material,
    { seams: plies, light: fallLight, folds: [[w * 0.3, -h * 0.15, w * 0.62, -h * 0.12, 2, 1]] },
    trim
      ? path(`M${w * 0.8} ${-h}h${w * 0.05}v${h}h${-w * 0.05}zM${w * 0.87} ${-h}h${w * 0.02}v${h}h${-w * 0.02}z`, {
          fill: trim,
        })
      : undefined,
  );
}

/** A stack of folded pieces from the bottom up, its foot's left corner at (0, 0). */
export function stack(w: number, pieces: readonly (readonly [number, Cloth, string?])[]): SvgNode {
  let y = 0;
  return all(
    ...pieces.map(([h, material, trim], i) => {
      const node = place(folded(w - (i % 3) * 5, h, material, trim), (i % 2) * 4 + (i % 3) * 2, y);
      y -= h;
      return node;
    }),
  );
}

export interface BedOptions {
  cover?: Cloth;
  sheet?: Cloth;
  runner?: Cloth;
  head?: Cloth;
  pillows?: Cloth;
  cushion?: Cloth;
  trim?: string;
  skirt?: boolean;
  /** Buttons pressed into the headboard, or upright channels. */
  board?: 'channels' | 'tufted' | 'plain';
}

/** A made bed seen from its foot, the middle of its foot on the floor at (0, 0); 560 wide, 440 high. */
export function bed(options: BedOptions = {}): SvgNode {
  const {
    cover = fabric.white,
    sheet = fabric.white,
    runner,
    head = fabric.sage,
    pillows = fabric.white,
    cushion,
    trim = '#8A9A7B',
    skirt = true,
    board = 'channels',
  } = options;
  const top: Knot[] = [
    [-272, -150],
    [-208, -268],
    [208, -268],
    [272, -150],
  ];
  const headboard = symmetric([0, -440], [210, -436, 's'], [236, -420, 's'], [238, -200], [0, -200]);
  const channels = [-190, -142, -95, -47, 0, 47, 95, 142, 190].map((x) => `M${x} -438V-220`).join('');
  const buttons = [-165, -82, 0, 82, 165]
    .flatMap((x) => [
      [x, -400],
      [x + 41, -362],
      [x, -324],
    ])
    .filter(([x = 0]) => x < 200);
  const turn = outline([-222, -242], [-208, -268], [208, -268], [222, -242], [232, -222], [0, -219, 's'], [-232, -222]);
  return all(
    shadow(0, 0, 345, 34),
    soft(
      headboard,
      head,
      { light: fallLight, width: 2.6, ...(board === 'channels' && { seams: channels }) },
      board === 'channels'
        ? path(channels, { stroke: '#fff', 'stroke-width': 9, opacity: 0.13, transform: 'translate(-18)' })
        : undefined,
    ),
    board === 'tufted' &&
      path(buttons.map(([x = 0, y = 0]) => `M${x - 30} ${y - 28}l30 28l30 -28m-60 56l30 -28l30 28`).join(''), {
        stroke: colour.ink,
        'stroke-width': 1,
        opacity: 0.5,
      }),
    board === 'tufted' &&
      path(buttons.map(([x = 0, y = 0]) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`).join(''), {
        fill: head.base,
        stroke: colour.ink,
        'stroke-width': 1.4,
      }),
    skirt
      ? drape(
          [
            [-70, -262, 262],
            [-4, -264, 264],
          ],
          12,
          fabric.linen,
          { hem: 3, width: 1.8 },
        )
      : path('M-240 -60h26v60h-16zM240 -60h-26v60h16z', { fill: colour.wood, stroke: colour.ink, 'stroke-width': 2 }),
    place(pillow(190, 112, pillows, { edge: 'flange', trim }), -108, -316, 1, -3),
    place(pillow(190, 112, pillows, { edge: 'flange', trim }), 108, -314, 1, 3),
    place(pillow(176, 100, pillows, { edge: 'piping', trim }), -96, -294, 1, 2),
    place(pillow(176, 100, pillows, { edge: 'piping', trim }), 98, -292, 1, -2),
    cushion && place(pillow(150, 76, cushion, { edge: 'piping', trim: cushion.base }), 0, -274),
    soft(curve(top, true), cover, {
      folds: [
        [-190, -240, -236, -160, 5, 3],
        [-60, -212, -90, -156, 5, -4],
        [80, -230, 60, -160, 6, 5],
        [190, -215, 226, -160, 6, -3],
        [10, -214, 150, -200, 4, 4],
        [-160, -200, -40, -190, 4, -5],
      ],
    }),
    runner && soft(outline([-262, -168], [-243, -203], [243, -203], [262, -168]), runner, { width: 1.8 }),
    drape(
      [
        [-152, -273, 273],
        [-60, -282, 282],
      ],
      9,
      cover,
      { hem: 7, seed: 9 },
    ),
    runner &&
      drape(
        [
          [-168, -262, 262],
          [-150, -275, 275],
          [-84, -280, 280],
        ],
        8,
        runner,
        { hem: 6, seed: 9, width: 1.8 },
      ),
    soft(turn, sheet, {
      light: fallLight,
      stitch: ['M-226 -229Q0 -224 226 -229', trim],
      folds: [
        [-120, -262, -100, -226, 4, 2],
        [60, -262, 74, -226, 4, -2],
      ],
    }),
  );
}
