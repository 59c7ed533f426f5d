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

const escapeText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const ink = '#1C1B1A';

/** The root strokes with ink, no wide: so a stroke in ink needs only its width. */
function inkByDefault({ tag, attrs }: SvgNode): SvgNode['attrs'] {
  if (tag === 'g' || attrs.stroke === undefined) return attrs;
  if (attrs['stroke-width'] === undefined) return { ...attrs, 'stroke-width': 1 };
  return attrs.stroke === ink ? { ...attrs, stroke: undefined } : attrs;
}

class Writer {
  readonly defs: string[] = [];
  private readonly ids = new Map<SvgNode | string, string>();

  private id(target: SvgNode): string {
    const known = this.ids.get(target);
    if (known) return known;
    const text = this.node(target);
    // A bare group leaves no trace inline, but needs its element to carry an id.
    const key = target.tag === 'g' && Object.keys(target.attrs).length === 0 ? `<g>${text}</g>` : text;
    let id = this.ids.get(key);
    if (!id) {
      id = `i${this.defs.length.toString(36)}`;
      this.ids.set(key, id);
      this.defs.push(key.replace(/^<([a-zA-Z]+)/, `<$1 id="${id}"`));
    }
    this.ids.set(target, id);
    return id;
  }

  private value(value: string | number | Ref): string {
    if (typeof value === 'number') return num(value);
    if (typeof value === 'string') return escapeText(value);
    return value.form === 'url' ? `url(#${this.id(value.target)})` : `#${this.id(value.target)}`;
  }

  /** Neighbouring paths that look the same are written as one. */
  inside(children: readonly (SvgNode | string)[]): string {
    const parts: string[] = [];
    for (const child of children) {
      const text = this.node(child);
      const [, d, look] = /^<path d="([^"]*)"([^>]*)\/>$/.exec(text) ?? [];
      const before = parts.at(-1);
      if (
        d &&
        look &&
        before?.endsWith(`"${look}/>`) &&
        !look.includes('transform') &&
        /^<path d="[^"]*"[^>]*\/>$/.test(before) &&
        before.slice(before.indexOf('"', 9) + 1) === `${look}/>`
      ) {
        parts[parts.length - 1] = `${before.slice(0, before.length - look.length - 3)}${d}"${look}/>`;
      } else parts.push(text);
    }
    return parts.join('');
  }

  node(node: SvgNode | string): string {
    if (typeof node === 'string') return escapeText(node);
    const attrs = Object.entries(inkByDefault(node))
      .filter((entry): entry is [string, string | number | Ref] => entry[1] !== undefined)
      .map(([name, value]) => ` ${name}="${this.value(value)}"`)
      .join('');
    const inner = this.inside(node.children);
    if (node.tag === 'g' && (attrs === '' || inner === '')) return inner;
    return inner ? `<${node.tag}${attrs}>${inner}</${node.tag}>` : `<${node.tag}${attrs}/>`;
  }
}

/** The whole file as text, `width` by `height` pixels. The same tree always gives the same bytes. */
export function toSvg(width: number, height: number, ...nodes: readonly Child[]): string {
  const writer = new Writer();
  const body = writer.inside(all(...nodes).children);
  const defs = writer.defs.length ? `<defs>${writer.defs.join('')}</defs>` : '';
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const root = `<svg xmlns="http://www.w3.org/2000/svg" ${size} fill="none" stroke="${ink}" stroke-width="0" stroke-linecap="round" stroke-linejoin="round">`;
  return `${root}${defs}${body}</svg>\n`;
}
