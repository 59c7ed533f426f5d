import type { Out } from '../core/write';
import { readBrochures } from './brochure';
import { drawBrochure } from './draw';

/** Makes the PDFs that course pages offer, from the content of these pages. */
export async function make(out: Out): Promise<void> {
  for (const brochure of readBrochures())
    await out(`../../mf-courses/src/content/files/${brochure.file}`, await drawBrochure(brochure));
}
