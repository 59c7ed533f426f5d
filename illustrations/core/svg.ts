/** A tiny SVG tree. Attributes may hold a `Ref`; what it refers to is written once, under a short id of its own. */
export interface SvgNode {
  readonly tag: string;
  readonly attrs: Readonly<Record<string, Value>>;
  readonly children: readonly (SvgNode | string)[];
}

/** A link to a definition (gradient, pattern, clip, path). Equal definitions share one id. */
export interface Ref {
  readonly target: SvgNode;
  readonly form: 'url' | 'href';
}

export type Value = string | number | Ref | undefined;
export type Child = SvgNode | string | undefined | false;

/** Makes an element; children that are `undefined` or `false` are left out. */
export function el(tag: string, attrs: Record<string, Value> = {}, ...children: readonly Child[]): SvgNode {
  return { tag, attrs, children: children.filter((child): child is SvgNode | string => !!child) };
}

/** A group. Without attributes it leaves no trace in the file. */
export const group = (attrs: Record<string, Value>, ...children: readonly Child[]): SvgNode =>
  el('g', attrs, ...children);

/** Several nodes as one. */
export const all = (...children: readonly Child[]): SvgNode => el('g', {}, ...children);

export const path = (d: string, attrs: Record<string, Value> = {}): SvgNode => el('path', { d, ...attrs });

/** Rounds to one decimal and drops what a number does not need. */
export function num(value: number): string {
  const text = (Math.round(value * 10) / 10).toString();
  return text === '-0' ? '0' : text.replace(/^(-?)0\./, '$1.');
}

/** Places a node: scale and turn (degrees) happen about its own origin, which then lands on (x, y). */
export function place(node: SvgNode, x: number, y: number, scale = 1, turn = 0): SvgNode {
  const parts = [`translate(${num(x)} ${num(y)})`];
  if (turn) parts.push(`rotate(${num(turn)})`);
  if (scale !== 1) parts.push(`scale(${Math.round(scale * 1000) / 1000})`);
  return group({ transform: parts.join('') }, node);
}

/** Mirrored about x = 0. */
export const flip = (node: SvgNode): SvgNode => group({ transform: 'scale(-1 1)' }, node);

/** The mirror image of a node, then the node: it is written once and drawn twice. */
export const pair = (node: SvgNode): SvgNode => all(use(node, { transform: 'scale(-1 1)' }), use(node));

/** For paints and clips: `fill: url(pattern)`. */
export const url = (target: SvgNode): Ref => ({ target, form: 'url' });

/** Draws the definition again: `use(shape, { fill })`. */
export const use = (target: SvgNode, attrs: Record<string, Value> = {}): SvgNode =>
  el('use', { href: { target, form: 'href' }, ...attrs });

/** Cuts children to a shape. */
export const clipped = (shape: SvgNode, ...children: readonly Child[]): SvgNode =>
  group({ 'clip-path': url(el('clipPath', {}, use(shape))) }, ...children);
