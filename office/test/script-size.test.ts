import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildOffice } from '../scripts/build-office';
import { CLIENT_DIR } from '../src/paths';

const KB = 1000;
/** In brotli: all that the office has, what the first screen loads, and what each area adds. */
const ALL = 200 * KB;
const AREA = 12 * KB;

const AREAS = ['inbox', 'courses', 'blog', 'facts', 'staff'];

test('the office’s script stays small, and each area is a file of its own', async () => {
  await buildOffice();
  const sizes = new Map(
    readdirSync(CLIENT_DIR)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, brotliCompressSync(readFileSync(join(CLIENT_DIR, name))).length]),
  );
  const sizeOf = (area: string): number =>
    [...sizes].find(([name]) => name.startsWith(`${area}-`))?.[1] ?? Number.POSITIVE_INFINITY;
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThan(ALL);
  for (const area of AREAS) expect([area, sizeOf(area)]).toEqual([area, expect.any(Number)]);
  for (const area of AREAS) expect(sizeOf(area)).toBeLessThan(AREA);
});
