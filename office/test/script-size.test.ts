import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { buildStaff } from '@wholepage/staff-kit/build';
import { clientFolder } from '@wholepage/staff-kit/server';
import { OFFICE } from '../src/service';

const KB = 1000;
/** Limits in bytes after brotli: all scripts of the office, and the chunk of each area. */
const ALL = 200 * KB;
const AREA = 12 * KB;

const AREAS = ['inbox', 'courses', 'blog', 'facts', 'staff'];

test('the office’s script stays small, and each area is a file of its own', async () => {
  await buildStaff(OFFICE);
  const sizes = new Map(
    readdirSync(clientFolder(OFFICE))
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, brotliCompressSync(readFileSync(join(clientFolder(OFFICE), name))).length]),
  );
  const sizeOf = (area: string): number =>
    [...sizes].find(([name]) => name.startsWith(`${area}-`))?.[1] ?? Number.POSITIVE_INFINITY;
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThan(ALL);
  for (const area of AREAS) expect([area, sizeOf(area)]).toEqual([area, expect.any(Number)]);
  for (const area of AREAS) expect(sizeOf(area)).toBeLessThan(AREA);
});
