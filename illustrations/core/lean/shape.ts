import { num, type Ref, type SvgNode, type Value } from '../svg';
import { short } from './decimals';
import { type Box, boxAround, everywhere } from './geometry/box';
import { matrixOf, transformed } from './geometry/transforms';
import { boxOf, moved } from './path-data';

export type Attrs = SvgNode['attrs'];

/** What an element takes from those around it. */
const INHERITED = new Set([
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
]);

const INK = '#1C1B1A';

export const isRef = (value: Value): value is Ref => typeof value === 'object';

/** Numbers as they are written, so that two that are written alike are alike. */
const asWritten = (value: Value): Value => (typeof value === 'number' ? Number(num(value)) : value);

export const numberOf = (value: Value, otherwise: number): number =>
  value === undefined ? otherwise : Number(asWritten(value));

/** Splits attributes into what is inherited and the rest; an element's own stroke is one wide by default. */
export function split({ tag, attrs }: SvgNode): { paint: Attrs; rest: Attrs } {
  const entries = Object.entries(attrs).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, asWritten(value)] as const],
  );
  const paint = Object.fromEntries(entries.filter(([name]) => INHERITED.has(name)));
  if (tag !== 'g' && paint.stroke !== undefined && paint['stroke-width'] === undefined) paint['stroke-width'] = 1;
  return { paint, rest: Object.fromEntries(entries.filter(([name]) => !INHERITED.has(name))) };
}

const part = (paint: Attrs, name: 'fill' | 'stroke'): [string, Value][] =>
  Object.entries(paint).filter(([key]) => key.startsWith(name));

const drop = (attrs: Attrs, name: string): Attrs =>
  Object.fromEntries(Object.entries(attrs).filter(([key]) => key !== name));

export const isFilled = ({ attrs }: SvgNode): boolean => attrs.fill !== undefined;
export const isStroked = ({ attrs }: SvgNode): boolean => attrs['stroke-width'] !== undefined;

/** Opacity of a shape that has one paint is that paint's, which costs no layer. */
function withThinPaint(attrs: Attrs, paint: 'fill' | 'stroke'): Attrs {
  if (attrs.opacity === undefined) return attrs;
  const key = `${paint}-opacity`;
  const opacity = Math.round(numberOf(attrs.opacity, 1) * numberOf(attrs[key], 1) * 1000) / 1000;
  const rest = drop(drop(attrs, 'opacity'), key);
  return opacity === 1 ? rest : { ...rest, [key]: String(opacity).replace(/^0\./, '.') };
}

/** A shape with all that it is painted with on itself; `undefined` when nothing of it is seen. */
export function painted(node: SvgNode, around: Attrs): SvgNode | undefined {
  const { paint, rest } = split(node);
  const all = { ...around, ...paint };
  const filled = (all.fill ?? 'none') !== 'none';
  const stroked = all.stroke !== 'none' && numberOf(all['stroke-width'], 0) > 0;
  if (!filled && !stroked) return undefined;
  const attrs: Attrs = {
    ...rest,
    ...(filled && Object.fromEntries(part(all, 'fill'))),
    ...(stroked && Object.fromEntries(part(all, 'stroke').filter(([, value]) => value !== INK))),
  };
  const thin = filled !== stroked ? withThinPaint(attrs, filled ? 'fill' : 'stroke') : attrs;
  return { tag: node.tag, attrs: thin, children: node.children };
}

const n = (value: Value): number => numberOf(value, 0);

function geometryBox({ tag, attrs }: SvgNode): Box {
  const { d, cx, cy, r, rx, ry, x, y, width, height } = attrs;
  if (tag === 'path' && typeof d === 'string') return boxOf(d);
  if (tag === 'circle') return boxAround([[n(cx), n(cy)]], n(r));
  if (tag === 'ellipse') return [n(cx) - n(rx), n(cy) - n(ry), n(cx) + n(rx), n(cy) + n(ry)];
  if (tag === 'rect') return [n(x), n(y), n(x) + n(width), n(y) + n(height)];
  return everywhere;
}

/** A box that holds a shape with its stroke, in the coordinates of what it stands in. */
export function shapeBox(shape: SvgNode): Box {
  const [l, t, r, b] = geometryBox(shape);
  // Joins are round, so half the stroke's width is all that it adds; a mitre may add four times that.
  const half = (n(shape.attrs['stroke-width']) / 2) * (shape.attrs['stroke-linejoin'] === undefined ? 1 : 4);
  const box: Box = [l - half, t - half, r + half, b + half];
  return typeof shape.attrs.transform === 'string' ? transformed(box, matrixOf(shape.attrs.transform)) : box;
}

/** Whether a paint is laid out in the coordinates of the shape's surroundings, so that it would stay behind. */
const isAnchored = (value: Value): boolean => isRef(value) && value.target.tag === 'pattern';

/** What makes a layer or a coordinate system of its own. */
export const EFFECTS = ['transform', 'clip-path', 'mask', 'filter'] as const;

export const isShape = ({ tag }: SvgNode): boolean => ['path', 'circle', 'ellipse', 'rect'].includes(tag);

/** A shape that can be moved by its numbers alone. */
export const isMovable = ({ tag, attrs }: SvgNode): boolean =>
  (tag === 'path' || tag === 'circle' || tag === 'ellipse') &&
  !EFFECTS.some((name) => attrs[name] !== undefined) &&
  !isAnchored(attrs.fill) &&
  !isAnchored(attrs.stroke);

const sum = (value: Value, by: number): Value => short(n(value) + by);

export function movedShape(shape: SvgNode, dx: number, dy: number): SvgNode {
  const { d, cx, cy } = shape.attrs;
  const at: Attrs = typeof d === 'string' ? { d: moved(d, dx, dy) } : { cx: sum(cx, dx), cy: sum(cy, dy) };
  return { ...shape, attrs: { ...shape.attrs, ...at } };
}
