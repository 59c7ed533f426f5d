import { toSvg } from '../core/to-svg';
import type { Out } from '../core/write';
import { codes, type Sector, tiles } from './outfits/all';
import { bannerOf, introOf } from './sectors/all';
import { intro, introSize } from './sectors/intro';
import { bannerSize } from './sectors/room';
import { sheet, tileSize } from './tile';

/** Draws the sheet of every role, and each sector's banner and detail sheet. */
export async function make(out: Out): Promise<void> {
  for (const sector of Object.keys(tiles) as Sector[]) {
    let number = 1;
    for (const [role, tile] of Object.entries(tiles[sector])) {
      const code = `${codes[sector]}-${String(number++).padStart(2, '0')}`;
      await out(`outfits/${sector}-${role}.svg`, toSvg(tileSize.width, tileSize.height, sheet(tile, code)));
    }
    await out(`sectors/${sector}.svg`, toSvg(bannerSize.width, bannerSize.height, bannerOf[sector]()));
    await out(`sectors/${sector}-intro.svg`, toSvg(introSize.width, introSize.height, intro(introOf[sector])));
  }
}
