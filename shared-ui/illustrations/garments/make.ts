import { toSvg } from '../core/svg';
import type { Out } from '../core/write';
import { codes, tiles } from './outfits/all';
import { sheet, tileSize } from './tile';

/** Draws the sheet of every role. */
export async function make(out: Out): Promise<void> {
  for (const [sector, roles] of Object.entries(tiles)) {
    let number = 1;
    for (const [role, tile] of Object.entries(roles)) {
      const code = `${codes[sector as keyof typeof codes]}-${String(number++).padStart(2, '0')}`;
      await out(`outfits/${sector}-${role}.svg`, toSvg(tileSize.width, tileSize.height, sheet(tile, code)));
    }
  }
}
