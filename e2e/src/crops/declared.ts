import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageDir } from '@wholepage/tooling/paths';
import { type Crops, cropsFileOf, cropsSchema } from '@wholepage/tooling/picture-parts';
import type { Crop } from './crops-of';

/** Texts with other line breaks move a crop by at most this share of its picture. */
const TOLERANCE = 0.02;

const fileOf = (remote: string): string => cropsFileOf(join(packageDir(remote), 'src', 'content'));

/** The crops in a remote's content. */
const declaredBy = (remote: string): Crops =>
  existsSync(fileOf(remote)) ? cropsSchema.parse(JSON.parse(readFileSync(fileOf(remote), 'utf8'))) : {};

export const isDeclared = ({ remote, picture, page, width, box }: Crop): boolean =>
  (declaredBy(remote)[picture]?.[page]?.[width] ?? []).some((known) =>
    known.every((edge, index) => Math.abs(edge - (box[index] ?? 0)) <= TOLERANCE),
  );

/** Writes the crops into the content of each remote, sorted by picture and page. */
export function declare(crops: readonly Crop[]): void {
  for (const remote of new Set(crops.map((crop) => crop.remote))) {
    const all: Crops = {};
    const own = crops.filter((crop) => crop.remote === remote);
    own.sort((a, b) => `${a.picture} ${a.page}`.localeCompare(`${b.picture} ${b.page}`));
    for (const { picture, page, width, box } of own) {
      const pages = all[picture] ?? {};
      const widths = pages[page] ?? {};
      const boxes = widths[width] ?? [];
      if (!boxes.some((known) => known.join() === box.join())) boxes.push(box);
      all[picture] = { ...pages, [page]: { ...widths, [width]: boxes } };
    }
    writeFileSync(fileOf(remote), `${JSON.stringify(all, null, 2)}\n`);
  }
}
