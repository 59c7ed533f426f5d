import { inked } from '../core/pens/pens';
import { toSvg } from '../core/to-svg';
import { bathTiles } from './tiles/bath';
import { bedTiles } from './tiles/bed';
import { decorTiles } from './tiles/decor';
import { windowTiles } from './tiles/window';

/** Every furnishings tile, 800 by 600, by file name. */
export const furnishingTiles = { ...bedTiles, ...bathTiles, ...windowTiles, ...decorTiles };

/** Draws the tiles of the furnishings line. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  for (const [name, draw] of Object.entries(furnishingTiles))
    await out(`furnishings/${name}.svg`, toSvg(800, 600, inked(draw(), 1)));
}
