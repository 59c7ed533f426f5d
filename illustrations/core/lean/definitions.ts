import { type SvgNode, url } from '../svg';
import { type Attrs, isRef } from './shape';

type Draw = (children: SvgNode['children']) => SvgNode[];

/** What is rewritten once, though many refer to it. */
const rewritten = new WeakMap<SvgNode, SvgNode>();

/** The shapes of a clip, without `use`; their paint is never seen. */
function outlines(children: SvgNode['children']): SvgNode[] {
  return children.flatMap((child) => {
    if (typeof child === 'string') return [];
    const { href, ...attrs } = child.attrs;
    if (child.tag !== 'use' || !isRef(href)) return [child];
    return [{ ...href.target, attrs: { ...href.target.attrs, ...attrs } }];
  });
}

function childrenOf({ tag, children }: SvgNode, draw: Draw): SvgNode['children'] {
  if (tag === 'clipPath') return outlines(children);
  return tag === 'pattern' || tag === 'mask' ? draw(children) : children;
}

function definition(target: SvgNode, draw: Draw): SvgNode {
  const known = rewritten.get(target);
  if (known) return known;
  const made = { ...target, children: childrenOf(target, draw) };
  rewritten.set(target, made);
  return made;
}

/** Attributes that refer to definitions which are themselves of few elements. */
export const withDefinitions = (attrs: Attrs, draw: Draw): Attrs =>
  Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => [name, isRef(value) ? url(definition(value.target, draw)) : value]),
  );
