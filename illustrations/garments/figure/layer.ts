import type { SvgNode } from '../../core/svg';
import type { Frame } from './body';

/** What one layer of clothing adds: some of it behind the neck, most of it before. */
export interface Drawn {
  readonly back?: SvgNode | undefined;
  readonly front?: SvgNode | undefined;
}

/** One thing that is worn. Layers are put on in order, so the last lies on top. */
export type Layer = (frame: Frame) => Drawn;
