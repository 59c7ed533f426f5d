import type { SvgNode } from '../../svg';
import { remembered } from '../remembered';
import { isRef, shapeBox } from '../shape';
import { type Box, everywhere } from './box';
import { matrixOf, transformed } from './transforms';

/** Boxes that hold what a node draws; of what is cut to a shape, the shape's. */
export const boxesOf = remembered((node: SvgNode): readonly Box[] => {
  const { filter, mask, transform, 'clip-path': clip } = node.attrs;
  if (filter !== undefined || mask !== undefined) return [everywhere];
  if (node.tag !== 'g') return [shapeBox(node)];
  const parts = isRef(clip) ? clip.target.children : node.children;
  const boxes = parts.flatMap((part) => (typeof part === 'string' ? [everywhere] : boxesOf(part)));
  if (typeof transform !== 'string') return boxes;
  const matrix = matrixOf(transform);
  return boxes.map((box) => transformed(box, matrix));
});
