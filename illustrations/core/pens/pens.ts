import { el, num, type SvgNode, type Value } from '../svg';

/** The three weights of a finished picture's lines, in its own pixels. */
export const pens = { contour: 2.6, seam: 1.5, stitch: 1.1 } as const;

type Pen = keyof typeof pens;

/** Which pen drew a line: stitches are dashed, contours are the heavy lines; broader strokes are bodies of things. */
function penOf(width: number, dashed: boolean): Pen | undefined {
  if (dashed) return width <= 1.8 ? 'stitch' : undefined;
  if (width > 2.8) return undefined;
  if (width >= 1.75) return 'contour';
  return width >= 1.05 ? 'seam' : 'stitch';
}

const scaleOf = (transform: Value): number => {
  const factor = typeof transform === 'string' ? /scale\((-?[\d.]+)/.exec(transform)?.[1] : undefined;
  return factor ? Math.abs(Number(factor)) : 1;
};

const scaled = (numbers: string, by: number): string => numbers.replace(/[\d.]+/g, (text) => num(Number(text) * by));

const finished = new WeakSet<SvgNode>();

/** Keeps a drawing's own weights: lettering, and what was inked for its place before. */
export function asDrawn(node: SvgNode): SvgNode {
  finished.add(node);
  return node;
}

/**
 * A drawing that will be placed at `scale`, with its lines in the three pens whatever the scale. Enlarged, a contour
 * stays a contour's weight and stitches stay small; reduced, lines thin out more slowly than what they bound.
 */
export function inked(node: SvgNode, scale: number): SvgNode {
  return finished.has(node) ? node : asDrawn(drawn(node, scale));
}

function drawn(node: SvgNode, scale: number): SvgNode {
  const { transform, href } = node.attrs;
  const inner = scale * scaleOf(transform);
  const width = node.attrs['stroke-width'];
  const dash = node.attrs['stroke-dasharray'];
  const attrs: Record<string, Value> = { ...node.attrs };
  if (typeof href === 'object') attrs.href = { ...href, target: inked(href.target, inner) };
  const pen = typeof width === 'number' ? penOf(width, typeof dash === 'string') : undefined;
  if (pen && typeof width === 'number') {
    const weight = (pens[pen] * Math.min(1, Math.sqrt(inner))) / inner;
    attrs['stroke-width'] = weight;
    if (typeof dash === 'string') attrs['stroke-dasharray'] = scaled(dash, Math.sqrt(1 / Math.max(1, inner)));
    // The second contour, which makes the side away from the light heavier.
    if (pen === 'contour' && typeof transform === 'string' && /^translate\([\d.]+ [\d.]+\)$/.test(transform))
      attrs.transform = scaled(transform, Math.min(1, 1 / inner));
  }
  return el(
    node.tag,
    attrs,
    ...node.children.map((child) => (typeof child === 'string' ? child : inked(child, inner))),
  );
}
