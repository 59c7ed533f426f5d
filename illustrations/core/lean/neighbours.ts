import type { SvgNode } from '../svg';
import { lookOf, placeOf } from './look';
import { EFFECTS, isFilled, isShape, isStroked } from './shape';

const isPlain = ({ attrs }: SvgNode): boolean =>
  [...EFFECTS, 'opacity'].every((name) => name === 'transform' || attrs[name] === undefined);

const isFillOnly = (node: SvgNode): boolean => isShape(node) && isFilled(node) && !isStroked(node) && isPlain(node);
const isStrokeOnly = (node: SvgNode): boolean => isShape(node) && isStroked(node) && !isFilled(node) && isPlain(node);

/** A fill and then the stroke of the same outline are one shape: that is the order in which a shape is painted. */
export function fused(nodes: readonly SvgNode[]): SvgNode[] {
  const out: SvgNode[] = [];
  for (const node of nodes) {
    const before = out.at(-1);
    if (before && isFillOnly(before) && isStrokeOnly(node) && placeOf(before) === placeOf(node))
      out[out.length - 1] = { ...before, attrs: { ...before.attrs, ...node.attrs } };
    else out.push(node);
  }
  return out;
}

const isBare = ({ tag, attrs }: SvgNode): boolean =>
  tag === 'g' && Object.values(attrs).every((value) => value === undefined);

const isLine = ({ tag, attrs }: SvgNode): boolean =>
  tag === 'path' && attrs.transform === undefined && Object.keys(attrs).length > 1;

/** Paths that the artist put side by side with one pen are one path, also where they cross. */
export function joined(children: SvgNode['children']): SvgNode[] {
  const out: SvgNode[] = [];
  for (const child of children) {
    if (typeof child === 'string') continue;
    const [only, ...more] = isBare(child) ? joined(child.children) : [];
    const node = only && more.length === 0 ? only : child;
    const before = out.at(-1);
    if (before && isLine(before) && isLine(node) && lookOf(before) === lookOf(node))
      out[out.length - 1] = { ...before, attrs: { ...before.attrs, d: `${before.attrs.d}${node.attrs.d}` } };
    else out.push(node);
  }
  return out;
}
