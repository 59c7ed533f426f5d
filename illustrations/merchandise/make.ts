import { inked } from '../core/pens/pens';
import { toSvg } from '../core/to-svg';
import { merchandiseTiles } from './tiles';

/** Draws the four merchandise tiles, 800 by 600. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  for (const [name, draw] of Object.entries(merchandiseTiles))
    await out(`merchandise/${name}.svg`, toSvg(800, 600, inked(draw(), 1)));
}
