import { place, type SvgNode } from '../../core/svg';
import type { Cloth } from '../../core/textures';
import type { Layer } from './layer';

/** Puts a hat on the head block. Hats are drawn about the middle of a head 84 wide and 112 high. */
export const wear =
  (hat: SvgNode, back?: SvgNode): Layer =>
  ({ body: { head } }) => ({
    front: place(hat, 0, head.y, head.rx / 42),
    back: back && place(back, 0, head.y, head.rx / 42),
  });

/** Lays a ready-made thing over the outfit at a place, as drawn for the broad figure. */
export const lay =
  (node: SvgNode, x = 0, y = 0, scale = 1, turn = 0): Layer =>
  () => ({ front: place(node, x, y, scale, turn) });

/** A colour by itself, as a cloth too fine to show its weave. */
export const plain = (base: string): Cloth => ({ base });
