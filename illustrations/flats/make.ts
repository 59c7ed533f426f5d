import { toSvg } from '../core/to-svg';
import type { Out } from '../core/write';
import { codes, type Sector } from '../garments/outfits/all';
import { flats } from './records';
import { flatSize, sheet } from './sheet';

/** Draws the back of every role's outfit as a technical flat. */
export async function make(out: Out): Promise<void> {
  for (const sector of Object.keys(flats) as Sector[]) {
    for (const [index, [role, flat]] of Object.entries(flats[sector]).entries()) {
      const code = `${codes[sector]}-${String(index + 1).padStart(2, '0')}`;
      await out(`flats/${sector}-${role}.svg`, toSvg(flatSize.width, flatSize.height, sheet(flat, code)));
    }
  }
}
