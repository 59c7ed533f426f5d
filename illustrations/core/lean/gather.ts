import type { SvgNode, Value } from '../svg';
import { short } from './decimals';
import { areApart, type Box } from './geometry/box';
import { boxesOf } from './geometry/boxes';
import { lookOf } from './look';
import { isFilled, isRef, isStroked, numberOf } from './shape';

interface Item {
  node: SvgNode;
  readonly boxes: Box[];
  /** How it looks, for shapes that may be joined with others. */
  readonly look: string | undefined;
}

const isGradient = (value: Value): boolean => isRef(value) && value.target.tag !== 'pattern';

/** A path or circle whose paint does not depend on how large it is. */
function isJoinable({ tag, attrs }: SvgNode): boolean {
  return (
    (tag === 'path' || tag === 'circle') &&
    attrs['clip-path'] === undefined &&
    attrs.mask === undefined &&
    attrs.filter === undefined &&
    !isGradient(attrs.fill) &&
    !isGradient(attrs.stroke)
  );
}

/** Lines of one opaque colour may cross: they are as opaque where they meet. */
const mayOverlap = (node: SvgNode): boolean =>
  isStroked(node) &&
  !isFilled(node) &&
  !isRef(node.attrs.stroke) &&
  numberOf(node.attrs['stroke-opacity'], 1) === 1 &&
  node.attrs.opacity === undefined;

function outlineOf({ attrs }: SvgNode): string {
  if (typeof attrs.d === 'string') return attrs.d;
  const [x, y, r] = [attrs.cx, attrs.cy, attrs.r].map((value) => numberOf(value, 0)) as [number, number, number];
  return `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${short(2 * r)} 0a${short(r)} ${short(r)} 0 1 0 ${short(-2 * r)} 0z`;
}

const join = (first: SvgNode, second: SvgNode): SvgNode => {
  const { cx, cy, r, d, ...look } = first.attrs;
  return { tag: 'path', attrs: { d: outlineOf(first) + outlineOf(second), ...look }, children: [] };
};

/** Where a shape may go: to the nearest that looks alike, if nothing between them would be covered by it. */
function target(items: readonly Item[], { look, boxes, node }: Item): Item | undefined {
  if (look === undefined) return undefined;
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i];
    if (!item) return undefined;
    const apart = areApart(item.boxes, boxes);
    if (item.look === look && (apart || mayOverlap(node))) return item;
    if (!apart) return undefined;
  }
  return undefined;
}

/** Draws shapes that look alike as one, where the picture is the same. */
export function gathered(nodes: readonly SvgNode[]): SvgNode[] {
  const items: Item[] = [];
  for (const node of nodes) {
    const item: Item = { node, boxes: [...boxesOf(node)], look: isJoinable(node) ? lookOf(node) : undefined };
    const into = target(items, item);
    if (into) {
      into.node = join(into.node, node);
      into.boxes.push(...item.boxes);
    } else items.push(item);
  }
  return items.map(({ node }) => node);
}
