import sharp from 'sharp';
import { all, clipped, el, group, pair, path, place, type SvgNode, url, use } from '../svg';
import { toSvg } from '../to-svg';

/** What is written of a drawing, without root and definitions. */
const written = (...nodes: SvgNode[]): string =>
  toSvg(99, 99, ...nodes)
    .replace(/^<svg[^>]*>/, '')
    .replace(/<defs>.*<\/defs>/, '')
    .replace('</svg>\n', '');

const square = (x: number, y = 0) => `M${x} ${y}h9v9h-9z`;
const red = { fill: '#f00' } as const;
const dots = url(
  el('pattern', { width: 4, height: 4, patternUnits: 'userSpaceOnUse' }, el('circle', { r: 1, ...red })),
);

describe('copies', () => {
  test('a fill and the stroke of the same outline are one shape', () => {
    const shape = path(square(0));
    expect(written(use(shape, red), use(shape, { stroke: '#00f', 'stroke-width': 2 }))).toBe(
      '<path d="M0 0h9v9h-9z" fill="#f00" stroke="#00f" stroke-width="2"/>',
    );
  });

  test('they are moved by their numbers, but not where cloth would stay behind', () => {
    expect(written(place(path(square(1), red), 10, 20))).toBe('<path d="M11 20h9v9h-9z" fill="#f00"/>');
    expect(written(place(path(square(1), { fill: dots }), 10, 20))).toContain('transform="translate(10 20)"');
  });

  test('many that stand together keep the transform of their group', () => {
    const many = ['#f00', '#0f0', '#00f', '#ff0'].map((fill, i) => path(square(i), { fill }));
    expect(written(place(all(...many), 10, 20))).toMatch(/^<g transform="translate\(10 20\)">(<path[^>]*>){4}<\/g>$/);
  });
});

describe('what looks alike', () => {
  const count = (...nodes: SvgNode[]) => written(...nodes).match(/<(path|circle)/g)?.length;
  const line = { stroke: '#00f', 'stroke-width': 2 } as const;
  const cover = path(square(40), { fill: '#0f0' });

  test('is one shape where it lies apart, also when other things come between', () => {
    expect(count(path(square(0), red), path(square(40), { fill: '#0f0' }), use(path(square(20)), red))).toBe(2);
    expect(count(el('circle', { r: 4, ...red }), el('circle', { r: 4, cx: 20, ...red }))).toBe(1);
  });

  test('is not drawn before what it covers', () => {
    expect(count(path(square(0), red), cover, use(path(square(44)), red))).toBe(3);
  });

  test('is one line where it crosses in an opaque colour, but not where it would be darker', () => {
    const crossing = (opacity?: number) => [
      use(path('M0 0h20'), { ...line, opacity }),
      use(path('M10 -9v20'), { ...line, opacity }),
    ];
    expect(count(...crossing())).toBe(1);
    expect(count(...crossing(0.5))).toBe(2);
    expect(count(use(path(square(0)), red), use(path(square(4)), red))).toBe(2);
  });

  test('keeps a gradient to itself', () => {
    const light = url(el('linearGradient', {}, el('stop', { 'stop-color': '#fff' })));
    expect(count(path(square(0), { fill: light }), use(path(square(40)), { fill: light }))).toBe(2);
  });
});

test('opacity is that of the paint, unless fill and stroke share it', () => {
  expect(written(path(square(0), { ...red, opacity: 0.5 }))).toContain('fill-opacity=".5"');
  expect(written(group({ opacity: 0.5 }, path(square(0), { ...red, opacity: 0.5 })))).toContain('fill-opacity=".25"');
  expect(written(path(square(0), { ...red, stroke: '#00f', opacity: 0.5 }))).toContain(' opacity=".5"');
});

test('what nothing is seen of is left out', () => {
  expect(written(path(square(0)), group({ transform: 'scale(2)' }, path(square(0), { fill: 'none' })))).toBe('');
});

const pixelsOf = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).resize(200, 200).raw().toBuffer();

test('a browser sees the same: copies mirrored, moved, cut to a shape, in cloth and in light', async () => {
  const shape = path('M4 4h40q9 20 0 40h-40z');
  const light = url(
    el(
      'linearGradient',
      {},
      el('stop', { 'stop-color': '#000', 'stop-opacity': '0.6' }),
      el('stop', { offset: 1, 'stop-color': '#fff', 'stop-opacity': 0 }),
    ),
  );
  const sleeve = all(
    use(shape, { ...red, stroke: '#1C1B1A', 'stroke-width': 2, transform: 'translate(1 2)' }),
    use(shape, { fill: dots }),
    clipped(
      shape,
      path('M0 20h90v9h-90z', { fill: '#00f', opacity: 0.4 }),
      el('circle', { cx: 44, cy: 40, r: 9, fill: '#0f0' }),
    ),
    use(shape, { fill: light }),
    use(shape, { stroke: '#1C1B1A', 'stroke-width': 2 }),
  );
  const lean = toSvg(100, 100, place(pair(sleeve), 50, 10, 0.9), place(path(square(0), red), 80, 80, 1, 30));
  const d = 'd="M4 4h40q9 20 0 40h-40z"';
  const whole = `<g id="s"><path ${d} fill="#f00" stroke="#1C1B1A" stroke-width="2" transform="translate(1 2)"/><path ${d} fill="url(#p)"/>
    <g clip-path="url(#c)"><path d="M0 20h90v9h-90z" fill="#00f" opacity=".4"/><circle cx="44" cy="40" r="9" fill="#0f0"/></g>
    <path ${d} fill="url(#l)"/><path ${d} stroke="#1C1B1A" stroke-width="2"/></g>`;
  const plain = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100" fill="none" stroke-linecap="round" stroke-linejoin="round"><defs>
    <pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><circle r="1" fill="#f00"/></pattern><clipPath id="c"><path ${d}/></clipPath>
    <linearGradient id="l"><stop stop-opacity=".6"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>
    <g transform="translate(50 10)scale(.9)"><g transform="scale(-1 1)">${whole}</g>${whole.replace(' id="s"', '')}</g>
    <path d="M0 0h9v9h-9z" fill="#f00" transform="translate(80 80)rotate(30)"/></svg>`;
  const [ours, theirs] = await Promise.all([pixelsOf(lean), pixelsOf(plain)]);
  const apart = ours.reduce((most, value, i) => Math.max(most, Math.abs(value - (theirs[i] ?? 0))), 0);
  expect(lean).not.toContain('<use');
  expect(apart).toBeLessThanOrEqual(3);
});
