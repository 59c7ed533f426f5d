import { inked } from '../core/pens/pens';
import { toSvg } from '../core/to-svg';
import { contentOf, lettered, type Named } from '../core/words';
import type { Out } from '../core/write';
import { detailSheet, introSize } from '../garments/sectors/intro';
import { glassOver, notes } from '../garments/sectors/intros';
import { accessories } from './accessories';
import { bathroomFurnishing } from './bathroom-furnishing';
import { bedLinens } from './bed-linens';
import { curtains } from './curtains';
import { logoEmbroidery } from './logo-embroidery';
import type { Product } from './product';
import { rollerBlinds } from './roller-blinds';
import { sachets } from './sachets';
import { uniformPackaging } from './uniform-packaging';

/** The products that have a page of their own, by its slug. */
const products: Readonly<Record<string, Product>> = {
  'bed-linens': bedLinens,
  'roller-blinds': rollerBlinds,
  curtains,
  'bathroom-furnishing': bathroomFurnishing,
  'uniform-packaging': uniformPackaging,
  'logo-embroidery': logoEmbroidery,
  accessories,
  sachets,
};

/** Draws the detail sheet of each product; its words are those of the product's page. */
export async function make(out: Out): Promise<void> {
  for (const [slug, product] of Object.entries(products)) {
    const page = contentOf<{ notes: Named[] }>(`mf-products/src/content/details/${slug}.content.json`);
    const words = lettered(page.notes);
    const sheet = {
      ...product,
      at: [0, 0, 1],
      calls: notes(words, ...product.places),
      glass: glassOver(product.cloth, words),
      pinned: [754, 74],
    } as const;
    await out(
      `products/${slug}-intro.svg`,
      toSvg(introSize.width, introSize.height, detailSheet(sheet, inked(product.draw(), 1))),
    );
  }
}
