import { all, type Child, type SvgNode } from '../core/svg';
import { type Build, bodies, type Pose, turnOf, type View } from './figure/body';
import type { Layer } from './figure/layer';
import { dressForm, onHanger } from './figure/support';
import { type Fold, folded } from './views/folded';
import { onHook, sagging } from './views/hook';
import { turned } from './views/turned';

/** One outfit: who it is cut for, how it is shown, and what it is made of, from the skin outwards. */
export interface OutfitSpec {
  readonly build: Build;
  readonly pose: Pose;
  /** Default: the front. The back has layers of its own. */
  readonly view?: View;
  readonly layers: readonly Layer[];
  /** Folded for the shelf instead; drawn as it lies flat. */
  readonly fold?: Fold;
  /** On a form: with a head block, for hats and hoods. */
  readonly head?: boolean;
  /** On a form: with pole and foot, for garments that end above them. */
  readonly stand?: boolean;
}

/**
 * Draws an outfit at its own scale. Origin: the hollow of the neck. A standing figure reaches from about y = -170 (hats
 * higher) to y = 660 and some 190 to either side; place it anywhere with `place(node, x, y, scale, turn)`.
 */
export function garment(spec: OutfitSpec): SvgNode {
  const body = spec.pose === 'hook' ? sagging(bodies[spec.build]) : bodies[spec.build];
  const drawn = spec.layers.map((layer) => layer({ body, pose: spec.pose, view: spec.view ?? 'front' }));
  const front = all(...drawn.map(({ front }) => front));
  const behind = drawn.map(({ back }) => back).reverse();
  if (spec.fold) return folded(all(...behind, front), body, spec.fold);
  const support: Child = {
    form: () => dressForm(body, spec.head ?? false, spec.stand ?? false),
    hanger: () => onHanger(body),
    hook: () => onHook(body),
    flat: () => undefined,
  }[spec.pose]();
  const outfit = all(...behind, support, front);
  const side = turnOf(spec.view);
  return side ? turned(outfit, side) : outfit;
}
