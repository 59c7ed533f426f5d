import { colour, mix, shade } from './palette';
import { line, outline, stroke, symmetric } from './pens/curve';
import { lettering } from './pens/lettering';
import { all, clipped, el, num, path, place, type SvgNode, use, type Value } from './svg';
import { type Cloth, floorShadow, sideLight, tubeLight, weaveOf } from './textures';

const ink = colour.ink;

/** A filled shape with the studio's outline: ink, a little heavier on the side away from the light. */
export function solid(d: string, fill: Value, width = 2, ...inside: (SvgNode | undefined)[]): SvgNode {
  const shape = path(d);
  return all(
    use(shape, { stroke: ink, 'stroke-width': width, transform: 'translate(.9 1.1)' }),
    use(shape, { fill }),
    use(shape, { fill: sideLight }),
    inside.length > 0 && clipped(shape, ...inside),
    use(shape, { stroke: ink, 'stroke-width': width }),
  );
}

/** Top-stitching or running stitch along path data. */
export const stitches = (d: string, color: string, width = 1.3, dash = '4 3'): SvgNode =>
  path(d, { stroke: color, 'stroke-width': width, 'stroke-dasharray': dash });

/** The grain-line arrow of a pattern piece, `length` long, vertical about (0, 0). */
export function grainLine(length: number, color: string = ink, width = 1.2): SvgNode {
  const h = length / 2;
  return path(
    `M0 ${num(-h)}V${num(h)}M-5 ${num(-h + 9)}L0 ${num(-h)}L5 ${num(-h + 9)}M-5 ${num(h - 9)}L0 ${num(h)}L5 ${num(h - 9)}`,
    {
      stroke: color,
      'stroke-width': width,
    },
  );
}

/** A pattern notch: a small wedge that points along `turn`. */
export const notch = (x: number, y: number, turn = 0, color: string = ink): SvgNode =>
  place(path('M-5 0L0 8L5 0Z', { fill: color }), x, y, 1, turn);

/** A glass-headed pin, its point at (0, 0). */
export const pin = (head: string = colour.madder): SvgNode =>
  all(
    path('M0 0L-9 -22', { stroke: shade(colour.steel, 0.3), 'stroke-width': 1.5 }),
    el('circle', { cx: -9, cy: -23, r: 4.6, fill: head, stroke: ink, 'stroke-width': 1 }),
    el('circle', { cx: -10.5, cy: -24.5, r: 1.3, fill: '#fff', opacity: 0.8 }),
  );

/** A measuring tape lying horizontally from (0, 0), `length` long, ticked every ten units. */
export function tape(length: number, height = 22, color: string = colour.marigold): SvgNode {
  const small: string[] = [];
  const figures: SvgNode[] = [];
  for (let x = 10; x < length; x += 10) {
    const major = x % 50 === 0;
    small.push(`M${x} 0v${major ? height * 0.5 : height * 0.26}`);
    if (major) figures.push(lettering(String(x / 10), x + 3, height * 0.42, height * 0.32, { stroke: ink }));
  }
  return all(
    solid(`M0 0H${length}V${height}H0Z`, color, 1.4),
    path(small.join(''), { stroke: ink, 'stroke-width': 1 }),
    ...figures,
  );
}

/** A swatch with pinked edges, `w` by `h`, its top left at (0, 0). */
export function swatch(material: Cloth, w: number, h: number): SvgNode {
  const step = 6;
  const nx = Math.max(2, Math.round(w / step));
  const ny = Math.max(2, Math.round(h / step));
  const zig = (n: number, a: string, b: string) => Array.from({ length: n }, () => a + b).join('');
  const sx = num(w / nx / 2);
  const sy = num(h / ny / 2);
  const d = `M0 0${zig(nx, `l${sx} -3`, `l${sx} 3`)}${zig(ny, `l3 ${sy}`, `l-3 ${sy}`)}${zig(nx, `l-${sx} 3`, `l-${sx} -3`)}${zig(ny, `l-3 -${sy}`, `l3 -${sy}`)}Z`;
  const shape = path(d);
  const weave = weaveOf(material);
  return all(
    use(shape, { fill: ink, opacity: 0.18, transform: 'translate(3 4)' }),
    use(shape, { fill: material.base }),
    weave && use(shape, { fill: weave }),
    use(shape, { stroke: ink, 'stroke-width': 1.1 }),
  );
}

/** A stitched cloth label with one or two lines of capitals, centred on (0, 0). */
export function labelTag(first: string, second = '', color: string = colour.cloth): SvgNode {
  const w = Math.max(first.length, second.length) * 8 + 16;
  const h = second ? 34 : 22;
  return all(
    solid(`M${-w / 2} ${-h / 2}h${w}v${h}h${-w}Z`, color, 1.3),
    stitches(`M${-w / 2 + 4} ${-h / 2 + 4}v${h - 8}M${w / 2 - 4} ${-h / 2 + 4}v${h - 8}`, colour.madder, 1.2, '3 2'),
    lettering(first, 0, second ? -h / 2 + 7 : -4, 8, {}, 'middle'),
    second && lettering(second, 0, 5, 6, { opacity: 0.7 }, 'middle'),
  );
}

/** A wooden hanger; its bar meets the shoulders of a garment whose neck is at (0, 0) and shoulders `half` wide. */
export function hanger(half: number, drop = 34): SvgNode {
  const arm = symmetric(
    [0, -34],
    [14, -32, 's'],
    [half * 0.62, drop * 0.1, 's'],
    [half, drop - 4, 's'],
    [half - 2, drop + 8, 's'],
    [half * 0.55, drop * 0.6, 's'],
    [0, -12, 's'],
  );
  return all(
    path('M0 -30V-58C0 -68 18 -66 18 -82C18 -96 -2 -100 -8 -86', { stroke: ink, 'stroke-width': 5.2 }),
    path('M0 -30V-58C0 -68 18 -66 18 -82C18 -96 -2 -100 -8 -86', { stroke: colour.steel, 'stroke-width': 2.6 }),
    solid(arm, colour.wood, 2),
    path(line([-half * 0.7, drop * 0.3], [-14, -24, 's'], [14, -24, 's'], [half * 0.7, drop * 0.3]), {
      stroke: mix(colour.wood, '#ffffff', 0.4),
      'stroke-width': 1.4,
    }),
  );
}

/** A hanging rail from (0, 0), `length` long: a pole with end caps. */
export const rail = (length: number, color: string = colour.brass): SvgNode =>
  all(
    solid(`M0 -6H${length}V6H0Z`, color, 1.8),
    path(`M4 -2.6H${length - 4}`, { stroke: '#fff', 'stroke-width': 1.6, opacity: 0.55 }),
    solid(outline([-6, -9], [2, -9], [2, 9], [-6, 9]), shade(color, 0.2), 1.6),
    solid(outline([length - 2, -9], [length + 6, -9], [length + 6, 9], [length - 2, 9]), shade(color, 0.2), 1.6),
  );

/** The stand below a dress form: a turned pole from `top` to a round foot at `floor`, about x = 0. */
export const formStand = (top: number, floor: number): SvgNode =>
  all(
    el('ellipse', { cx: 6, cy: floor + 2, rx: 96, ry: 15, fill: floorShadow }),
    solid(
      `M-6 ${num(top)}H6V${num(floor - 18)}H-6Z`,
      colour.wood,
      1.8,
      path(`M-6 ${num(top)}H6V${num(floor)}H-6Z`, { fill: tubeLight }),
    ),
    solid(
      symmetric(
        [0, floor - 26],
        [12, floor - 26],
        [14, floor - 16, 's'],
        [62, floor - 8, 's'],
        [66, floor],
        [0, floor],
      ),
      colour.wood,
      1.8,
    ),
    path(stroke(-50, floor - 5, 50, floor - 5, 1.2), { fill: ink }),
  );

/** A wall peg whose knob is at (0, 0). */
export const peg = (): SvgNode =>
  all(
    solid(outline([-4, -2], [4, -2], [4, 16], [-4, 16]), shade(colour.wood, 0.2), 1.4),
    el('circle', { r: 8, fill: colour.wood, stroke: ink, 'stroke-width': 1.8 }),
    el('circle', { cx: -2.4, cy: -2.4, r: 2, fill: '#fff', opacity: 0.6 }),
  );
