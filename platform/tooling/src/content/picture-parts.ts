import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** Left, top, right and bottom, as shares of the whole picture: 0 is its left or upper edge, 1 the other. */
const boxSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .refine(([left, top, right, bottom]) => left < right && top < bottom, 'Write left, top, right, bottom.');

export type Box = z.output<typeof boxSchema>;

/** `parts.json` beside pictures: what of each may not be cut, by the picture's name and the part's. */
const partsSchema = z.record(z.string(), z.record(z.string(), boxSchema));

/** `crops.json` beside content: what pages show of each picture that they crop, by picture, page and width of the window in px. */
export const cropsSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.array(boxSchema))));

export type Crops = z.output<typeof cropsSchema>;

/** A hair's breadth that nobody sees, as a share of the picture. */
const TOLERANCE = 0.01;

export const partsFileOf = (pictures: string): string => join(pictures, 'parts.json');
export const cropsFileOf = (contentRoot: string): string => join(contentRoot, 'crops.json');

const read = <T>(file: string, schema: z.ZodType<T>): T | undefined =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;

/** @param pictures the folder that pictures are named from @throws when the file does not fit its schema */
export const readParts = (pictures: string): z.output<typeof partsSchema> =>
  read(partsFileOf(pictures), partsSchema) ?? {};

/** @throws when the file does not fit its schema */
export const readCrops = (contentRoot: string): Crops => read(cropsFileOf(contentRoot), cropsSchema) ?? {};

/** Whether a crop shows some of a part and not all of it. A part that lies outside is not cut. */
export function isCut([left, top, right, bottom]: Box, crop: Box): boolean {
  const isWhole =
    left >= crop[0] - TOLERANCE &&
    top >= crop[1] - TOLERANCE &&
    right <= crop[2] + TOLERANCE &&
    bottom <= crop[3] + TOLERANCE;
  const isOutside =
    Math.min(right, crop[2]) - Math.max(left, crop[0]) <= TOLERANCE ||
    Math.min(bottom, crop[3]) - Math.max(top, crop[1]) <= TOLERANCE;
  return !isWhole && !isOutside;
}

/**
 * What pages cut of a picture's parts.
 * @param pictures the folder that `name` is relative to
 * @returns a sentence for each part, page and width
 */
export function cutParts(name: string, pictures: string, contentRoot: string): string[] {
  const parts = Object.entries(readParts(pictures)[name] ?? {});
  if (!parts.length) return [];
  return Object.entries(readCrops(contentRoot)[name] ?? {}).flatMap(([page, widths]) =>
    Object.entries(widths).flatMap(([width, crops]) =>
      crops.flatMap((crop) =>
        parts
          .filter(([, box]) => isCut(box, crop))
          .map(([part]) => `"${name}": ${page} cuts the part "${part}" at ${width} px (it shows ${crop.join(', ')})`),
      ),
    ),
  );
}
