import { colour, dye, shade, tint } from '../core/palette';
import { seeded } from '../core/random';
import { all, el, num, path, type SvgNode, url, use } from '../core/svg';
import { cloth, dropShadow, weaveOf } from '../core/textures';
import { toSvg } from '../core/to-svg';
import { thread } from '../merchandise/thread';

const ink = colour.ink;

type Shape = 'round' | 'shield' | 'oval' | 'lozenge' | 'square';
type Motif = 'wreath' | 'star' | 'wave' | 'rays' | 'chain' | 'leaves';

/** One badge: letters, ground, thread and edge, form and ornament. */
type Badge = readonly [letters: string, ground: string, thread: string, edge: string, shape: Shape, motif: Motif];

/** Sample monograms; the owner replaces them with portraits. */
const badges: Readonly<Record<string, Badge>> = {
  'testimonial-1': ['MN', dye.navy, '#E2A72E', '#E2A72E', 'round', 'wreath'],
  'testimonial-2': ['AR', dye.maroon, '#F4EDDF', '#E2A72E', 'shield', 'star'],
  'testimonial-3': ['SQ', dye.bottle, '#E2A72E', '#F4EDDF', 'oval', 'leaves'],
  'testimonial-4': ['DF', '#E9E0CC', '#A63A24', '#A63A24', 'round', 'chain'],
  'testimonial-5': ['LR', dye.teal, '#FBF8F1', '#212C52', 'lozenge', 'wave'],
  'testimonial-6': ['TK', dye.charcoal, '#E2A72E', '#A63A24', 'round', 'rays'],
  'testimonial-7': ['MB', '#F0D896', '#22305F', '#22305F', 'square', 'star'],
  'testimonial-8': ['LT', dye.plum, '#EBCDBF', '#E2A72E', 'oval', 'wreath'],
  'testimonial-9': ['GH', dye.sky, '#22305F', '#22305F', 'shield', 'wave'],
  'testimonial-10': ['DC', dye.rust, '#FBF8F1', '#6F2431', 'round', 'leaves'],
  'testimonial-11': ['NI', dye.moss, '#E2A72E', '#BFA472', 'lozenge', 'rays'],
  'testimonial-12': ['VE', '#FBF8F1', '#2C5A4B', '#2C5A4B', 'square', 'chain'],
  'director-1': ['DP', dye.indigo, '#F4EDDF', '#E2A72E', 'round', 'wreath'],
  'director-2': ['OS', dye.madder, '#F4EDDF', '#E2A72E', 'round', 'leaves'],
  founder: ['NN', '#2C3D74', '#E2A72E', '#A63A24', 'oval', 'wreath'],
};

/** Machines differ in the last digits of a sine or a power, enough to choose another stitch where two are equally near. */
const exact = (value: number): number => Math.round(value * 1e6) / 1e6;

/** As a length along the rim, in pixels: nearer than this is the same place. */
const TIE = 1e-4;

/** Points along a badge's rim at scale `k`, in steps that the merrowing machine would take. */
function rim(shape: Shape, k: number, count = 200): [number, number][] {
  const fine = 1200;
  const dense = Array.from({ length: fine }, (_, i): [number, number] => {
    const a = (i / fine) * Math.PI * 2 - Math.PI / 2;
    const [c, s] = [Math.cos(a), Math.sin(a)];
    if (shape === 'round') return [c * 158 * k, s * 158 * k];
    if (shape === 'oval') return [c * 138 * k, s * 166 * k];
    if (shape === 'shield') {
      const x = Math.sign(c) * Math.abs(c) ** 0.55 * 142;
      return [
        (s > 0 ? x * (1 - s ** 2.6 * 0.25) : x) * k,
        (s > 0 ? Math.abs(s) ** 1.2 * 172 : -(Math.abs(s) ** 0.5) * 146) * k,
      ];
    }
    const p = shape === 'lozenge' ? 1.5 : 0.36;
    const size = shape === 'lozenge' ? 162 : 146;
    return [Math.sign(c) * Math.abs(c) ** p * size * k, Math.sign(s) * Math.abs(s) ** p * size * k];
  });
  return evenly(
    dense.map(([x, y]) => [exact(x), exact(y)]),
    count,
  );
}

/** `count` points at equal distances along a closed line. */
function evenly(dense: readonly [number, number][], count: number): [number, number][] {
  const lengths = dense.map(([x, y], i) =>
    Math.hypot(x - (dense[(i + 1) % dense.length]?.[0] ?? x), y - (dense[(i + 1) % dense.length]?.[1] ?? y)),
  );
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const points: [number, number][] = [];
  let walked = 0;
  dense.forEach((point, i) => {
    if (walked >= (points.length * total) / count - TIE && points.length < count) points.push(point);
    walked += lengths[i] ?? 0;
  });
  return points;
}

const loop = (points: readonly [number, number][]): string =>
  `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}Z`;

/** Overlocked edge: slanting threads side by side all round. */
function merrow(shape: Shape, color: string, seed: number): SvgNode {
  const next = seeded(seed);
  const outer = rim(shape, 1.06);
  const inner = rim(shape, 0.955);
  const stitch = (from: number): string =>
    outer
      .map(([x, y], i) => {
        if (i % 2 !== from) return '';
        const [ix, iy] = inner[(i + 3) % inner.length] ?? [0, 0];
        return `M${num(x + next() * 1.6)} ${num(y)}L${num(ix)} ${num(iy + next() * 1.6)}`;
      })
      .join('');
  return all(
    path(loop(outer) + loop(inner), {
      fill: shade(color, 0.45),
      'fill-rule': 'evenodd',
      stroke: ink,
      'stroke-width': 1.4,
    }),
    path(stitch(0), { stroke: color, 'stroke-width': 4.2 }),
    path(stitch(1), { stroke: tint(color, 0.35), 'stroke-width': 3 }),
  );
}

/** Small satin leaves, stars and lines around the letters. */
function ornament(motif: Motif, color: string): SvgNode {
  const leaf = (x: number, y: number, turn: number, l = 26) =>
    `M${num(x)} ${num(y)}q${num(Math.cos(turn - 0.5) * l * 0.7)} ${num(Math.sin(turn - 0.5) * l * 0.7)} ${num(Math.cos(turn) * l)} ${num(Math.sin(turn) * l)}q${num(Math.cos(turn + Math.PI - 0.5) * l * 0.7)} ${num(Math.sin(turn + Math.PI - 0.5) * l * 0.7)} ${num(-Math.cos(turn) * l)} ${num(-Math.sin(turn) * l)}z`;
  const lit = (d: string) =>
    all(
      path(d, { fill: ink, opacity: 0.35, transform: 'translate(1.5 2.5)' }),
      path(d, { fill: color, stroke: shade(color, 0.4), 'stroke-width': 1 }),
      path(d, { stroke: tint(color, 0.6), 'stroke-width': 1.2, 'stroke-dasharray': '1.2 2.6' }),
    );
  const run = (d: string, w = 5) =>
    all(
      path(d, { stroke: shade(color, 0.5), 'stroke-width': w, transform: 'translate(1 2)' }),
      path(d, { stroke: color, 'stroke-width': w, 'stroke-dasharray': '13 6' }),
      path(d, {
        stroke: tint(color, 0.6),
        'stroke-width': 1.2,
        'stroke-dasharray': '10 9',
        transform: 'translate(0 -1)',
      }),
    );
  const star = (cx: number, cy: number, r: number) =>
    `M${Array.from({ length: 10 }, (_, i) => {
      const a = (i * Math.PI) / 5 - Math.PI / 2;
      const q = i % 2 ? r * 0.42 : r;
      return `${num(cx + Math.cos(a) * q)} ${num(cy + Math.sin(a) * q)}`;
    }).join('L')}Z`;
  const ring = (from: number, to: number, n: number) =>
    Array.from({ length: n }, (_, i) => {
      const a = from + ((to - from) * i) / (n - 1);
      return [Math.cos(a) * 116, Math.sin(a) * 116, a] as const;
    });
  if (motif === 'wreath')
    return lit(
      [...ring(0.45, 1.35, 7), ...ring(Math.PI - 1.35, Math.PI - 0.45, 7)]
        .map(
          ([x, y, a], i) =>
            leaf(x, y, i < 7 ? a - 1.2 : a + 1.2) + leaf(x * 0.94, y * 0.94, i < 7 ? a - 2.2 : a + 2.2, 20),
        )
        .join(''),
    );
  if (motif === 'leaves')
    return lit(
      [...ring(0.3, Math.PI - 0.3, 11)].map(([x, y, a]) => leaf(x * 0.92, y * 0.92, a, 24)).join('') +
        star(0, -100, 13),
    );
  if (motif === 'star')
    return all(lit([-52, 0, 52].map((x) => star(x, 92 - Math.abs(x) * 0.1, 17)).join('')), run('M-88 -82H88'));
  if (motif === 'wave')
    return all(
      ...[66, 84, 102].map((y, i) => run(`M${-84 + i * 28} ${y}q14 -14 28 0${'t28 0'.repeat(5 - i * 2)}`, 5)),
      lit(star(0, -92, 12)),
    );
  if (motif === 'rays')
    return run(
      Array.from({ length: 24 }, (_, i) => {
        const a = (i * Math.PI) / 12;
        return `M${num(Math.cos(a) * 104)} ${num(Math.sin(a) * 104)}L${num(Math.cos(a) * 132)} ${num(Math.sin(a) * 132)}`;
      }).join(''),
      5,
    );
  return all(run('M0 -118A118 118 0 1 1 -.1 -118Z', 6), run('M0 -104A104 104 0 1 1 -.1 -104Z', 3));
}

function badge(name: string, [letters, ground, color, edge, shape, motif]: Badge): string {
  const twill = cloth(ground, 'twill', undefined, undefined, 1.2);
  const face = path(loop(rim(shape, 1, 90)));
  const backing = cloth('#E4D9C2', 'linen', undefined, undefined, 1.6);
  const weave = weaveOf(backing);
  const glow = url(
    el(
      'radialGradient',
      { cx: 0.36, cy: 0.28, r: 0.9 },
      el('stop', { offset: 0, 'stop-color': '#fff', 'stop-opacity': 0.3 }),
      el('stop', { offset: 0.5, 'stop-color': '#fff', 'stop-opacity': 0 }),
      el('stop', { offset: 1, 'stop-color': '#15183A', 'stop-opacity': 0.35 }),
    ),
  );
  const size = letters.length > 1 ? 112 : 170;
  const drawn = el(
    'g',
    { transform: 'translate(200 200)' },
    el('g', { filter: dropShadow(5, 8, 6, 0.36) }, use(face, { fill: ground, stroke: ground, 'stroke-width': 18 })),
    use(face, { fill: ground }),
    use(face, { fill: weaveOf(twill) }),
    use(face, { fill: glow }),
    merrow(shape, edge, name.length * 17 + letters.charCodeAt(0)),
    ornament(motif, color),
    thread(letters, 0, letters.length > 1 ? 34 : 58, size, color, 3.4, 'fraunces', 58),
  );
  const sheet = path('M0 0H400V400H0Z', { fill: backing.base });
  return toSvg(
    400,
    400,
    sheet,
    path('M0 0H400V400H0Z', { fill: weave }),
    path('M14 14H386V386H14Z', { stroke: colour.madder, 'stroke-width': 2, 'stroke-dasharray': '10 7', opacity: 0.5 }),
    drawn,
  );
}

/** Draws the embroidered monograms that stand for people: twill ground, satin letters, merrowed edge. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  for (const [name, spec] of Object.entries(badges)) await out(`badges/${name}.svg`, badge(name, spec));
}
