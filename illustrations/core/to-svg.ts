import { lean } from './lean/lean';
import { all, type Child, num, type Ref, type SvgNode } from './svg';

export const escapeText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const ink = '#1C1B1A';

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

  inside(children: readonly (SvgNode | string)[]): string {
    return children.map((child) => this.node(child)).join('');
  }

  node(node: SvgNode | string): string {
    if (typeof node === 'string') return escapeText(node);
    const attrs = Object.entries(node.attrs)
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
  const body = writer.inside(lean(all(...nodes).children));
  const defs = writer.defs.length ? `<defs>${writer.defs.join('')}</defs>` : '';
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  const root = `<svg xmlns="http://www.w3.org/2000/svg" ${size} fill="none" stroke="${ink}" stroke-width="0" stroke-linecap="round" stroke-linejoin="round">`;
  return `${root}${defs}${body}</svg>\n`;
}
