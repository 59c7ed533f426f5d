import type { SvgNode } from '../svg';
import { withDefinitions } from './definitions';
import { gathered } from './gather';
import { grouped } from './group';
import { fused, joined } from './neighbours';
import { type Attrs, isRef, isShape, painted, split } from './shape';

/** One node as the shapes that it draws, none of which is a copy (`use`) that a browser would have to make. */
function flattened(node: SvgNode, around: Attrs): SvgNode[] {
  const { href, ...own } = node.attrs;
  const attrs = withDefinitions(own, lean);
  const { paint, rest } = split({ ...node, attrs });
  const whole = { ...around, ...paint };
  if (node.tag === 'use' && isRef(href)) return grouped(rest, drawn([href.target], whole));
  if (node.tag === 'g') return grouped(rest, drawn(node.children, whole));
  if (!isShape(node)) return [{ ...node, attrs }];
  const { transform, ...still } = attrs;
  const shape = painted({ ...node, attrs: still }, around);
  return shape ? grouped(transform === undefined ? {} : { transform }, [shape]) : [];
}

const drawn = (children: SvgNode['children'], around: Attrs): SvgNode[] =>
  gathered(fused(joined(children).flatMap((child) => flattened(child, around))));

/**
 * The same picture of fewer elements. A browser styles, lays out and paints each element before anything else happens
 * on its page. So there are no copies and few groups, and opacity is a colour's own. Shapes that look alike become one
 * where nobody sees a difference.
 */
export const lean = (children: SvgNode['children']): SvgNode[] => drawn(children, {});
