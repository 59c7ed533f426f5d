import { inked } from '../core/pens/pens';
import type { SvgNode } from '../core/svg';
import { toSvg } from '../core/to-svg';
import { bannerScenes } from './banners';
import { cuttingTable } from './cutting-table';
import { linenAndFitting, railOfUniforms } from './heroes';
import { roomScenes } from './rooms/rooms';
import { workScenes } from './work';

/** Every scene, 1600 by 1000, by file name. */
export const scenes: Readonly<Record<string, () => SvgNode>> = {
  'hero-1': railOfUniforms,
  'hero-2': cuttingTable,
  'hero-3': linenAndFitting,
  ...roomScenes,
  ...workScenes,
  ...bannerScenes,
};

/** Draws the scenes. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  for (const [name, draw] of Object.entries(scenes))
    await out(`scenes/${name}.svg`, toSvg(1600, 1000, inked(draw(), 1)));
}
