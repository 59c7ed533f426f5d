import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBrochures } from './brochure';
import { drawBrochure } from './draw';

const committed = (file: string): Buffer => readFileSync(join(__dirname, '../../mf-courses/src/content/files', file));

test.each(readBrochures().map((brochure) => [brochure.file, brochure] as const))(
  '%s is what the content makes of it, byte for byte',
  async (file, brochure) => {
    const bytes = await drawBrochure(brochure);
    expect(bytes.equals(committed(file))).toBe(true);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  },
);
