import { inked } from '../core/pens/pens';
import { toSvg } from '../core/to-svg';
import { linenCovers } from './linen';
import { H, W } from './parts';
import { uniformCovers } from './uniforms';

/** Every cover of the journal, 1200 by 750, by the post's slug. */
export const covers = { ...uniformCovers, ...linenCovers };

/** Draws the journal's covers, which the API serves with its posts. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  for (const [slug, draw] of Object.entries(covers))
    await out(`../../api/content/covers/${slug}.svg`, toSvg(W, H, inked(draw(), 1)));
}
