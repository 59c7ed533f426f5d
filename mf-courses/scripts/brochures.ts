/** `npm run --prefix mf-courses brochures`: makes the PDFs in `src/content/files/brochures` from the content. They are committed. */
import { mkdir, writeFile } from 'node:fs/promises';
import { readBrochures } from './brochure/brochure';
import { drawBrochure } from './brochure/draw';

const files = new URL('../src/content/files/', import.meta.url);

await mkdir(new URL('brochures/', files), { recursive: true });
for (const brochure of readBrochures()) {
  const bytes = await drawBrochure(brochure);
  await writeFile(new URL(brochure.file, files), bytes);
  console.log(`${brochure.file}: ${Math.round(bytes.length / 1024)} kB`);
}
