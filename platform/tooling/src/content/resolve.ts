import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { type Facts, factsSchema } from '@wholepage/contracts/site';
import { type ContentSchemas, withFacts, withFileResolver } from '@wholepage/remote-kit/content';
import { imageSize } from 'image-size';
import * as z from 'zod';
import { plainName } from '../build/app';
import { atSite } from '../site/definition';

/** Sources that all content may refer to, as absolute paths; left out if the site has none. */
interface ContentSources {
  /** Folder of pictures. */
  pictures?: string;
  /** File of facts that several texts state. */
  facts?: string;
}

export const contentSources = ({ sources = {} }: SiteDefinition): ContentSources => ({
  ...(sources.pictures && { pictures: atSite(sources.pictures) }),
  ...(sources.facts && { facts: atSite(sources.facts) }),
});

/** Left, top, right and bottom, as shares of the whole picture: 0 is its left or upper edge, 1 the other. */
const boxSchema = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .refine(([left, top, right, bottom]) => left < right && top < bottom, 'Write left, top, right, bottom.');

export type Box = z.output<typeof boxSchema>;

/** `parts.json` beside pictures: regions that must not be cut, by picture and name. */
const partsSchema = z.record(z.string(), z.record(z.string(), boxSchema));

/** `crops.json` beside content: visible regions of cropped pictures, by picture, page and window width in px. */
export const cropsSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.array(boxSchema))));

export type Crops = z.output<typeof cropsSchema>;

/** Invisible tolerance, as a share of the picture. */
const TOLERANCE = 0.01;

export const partsFileOf = (pictures: string): string => join(pictures, 'parts.json');
export const cropsFileOf = (contentRoot: string): string => join(contentRoot, 'crops.json');

const read = <T>(file: string, schema: z.ZodType<T>): T | undefined =>
  existsSync(file) ? schema.parse(jsonIn(file)) : undefined;

/** @param pictures folder of pictures @throws when the file does not match its schema */
export const readParts = (pictures: string): z.output<typeof partsSchema> =>
  read(partsFileOf(pictures), partsSchema) ?? {};

/** Whether a crop shows a region only partly; one that is fully outside is not cut. */
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

/** Returns a sentence for each region, page and width at which it is cut. */
export function cutParts(name: string, pictures: string, contentRoot: string): string[] {
  const parts = Object.entries(readParts(pictures)[name] ?? {});
  if (!parts.length) return [];
  return Object.entries(read(cropsFileOf(contentRoot), cropsSchema)?.[name] ?? {}).flatMap(([page, widths]) =>
    Object.entries(widths).flatMap(([width, crops]) =>
      crops.flatMap((crop) =>
        parts
          .filter(([, box]) => isCut(box, crop))
          .map(([part]) => `"${name}": ${page} cuts the part "${part}" at ${width} px (it shows ${crop.join(', ')})`),
      ),
    ),
  );
}

const hashed = (source: string): string => {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12);
  const extension = extname(source);
  return `assets/${plainName(basename(source, extension))}.${hash}${extension}`;
};

/** Parses a JSON file; the decoder drops a byte order mark, which some editors write. */
export const jsonIn = (file: string): unknown => JSON.parse(new TextDecoder().decode(readFileSync(file)));

/** Returns the remote's `src/content` folder above a file. */
export const contentRootOf = (file: string): string => {
  const parts = file.split(sep);
  return parts.slice(0, parts.lastIndexOf('content') + 1).join(sep);
};

/** Returns the schema's key: the file's own name, or its folder's for one of many. */
const schemaKey = (file: string, contentRoot: string): string => {
  const folder = relative(contentRoot, dirname(file)).split(/[\\/]/)[0];
  return folder || basename(file, '.content.json');
};

const describe = (issues: z.core.$ZodIssue[]): string =>
  issues.map((issue) => `  ${issue.path.join('.') || '(top)'}: ${issue.message}`).join('\n');

/**
 * Reads and validates a content file, and resolves the files that it names to addresses. They are looked up in the
 * content's own `files`, then among the site's pictures.
 * @param publicPath prefix of the addresses, with a trailing slash: `/_releases/articles/`
 * @param sources pictures and facts of the site
 * @returns the data, its files, and paths where files were looked for in vain
 * @throws Error that names the file and the invalid fields
 */
export function resolveContent(
  file: string,
  schemas: ContentSchemas,
  publicPath: string,
  sources: ContentSources = {},
) {
  const contentRoot = contentRootOf(file);
  /** Files of the content, with their emitted names. */
  const files: { source: string; name: string }[] = [];
  const absent: string[] = [];
  const find = (name: string) => {
    const folders = [join(contentRoot, 'files'), ...(sources.pictures ? [sources.pictures] : [])];
    const places = folders.map((folder) => ({ folder, source: join(folder, name) }));
    const at = places.findIndex(({ source }) => existsSync(source));
    absent.push(...places.slice(0, at < 0 ? places.length : at).map(({ source }) => source));
    const found = places[at];
    if (!found)
      throw new Error(`there is no file "${name}" in ${folders.map((folder) => basename(folder)).join(' or ')}`);
    return found;
  };
  const ship = (source: string): string => {
    const name = hashed(source);
    files.push({ source, name });
    return publicPath + name;
  };

  const key = schemaKey(file, contentRoot);
  const schema = schemas[key];
  if (!schema) throw new Error(`${file}: schema.ts has no schema "${key}". Add one to its \`schemas\`.`);

  let raw: unknown;
  try {
    raw = jsonIn(file);
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${String(error)}`);
  }
  try {
    raw = withFacts(raw, readFacts(sources));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }

  const parsed = withFileResolver(
    {
      picture(name, alt) {
        const { folder, source } = find(name);
        const cut = cutParts(name, folder, contentRoot);
        if (cut.length) throw new Error(cut.join('; '));
        const { width, height } = imageSize(readFileSync(source));
        return { src: ship(source), width, height, alt };
      },
      file: (name) => ship(find(name).source),
    },
    () => schema.safeParse(raw),
  );
  if (!parsed.success) throw new Error(`${file} does not fit its schema:\n${describe(parsed.error.issues)}`);
  return { value: parsed.data, files, absent };
}

/**
 * Reads the site's facts; empty without such a file. `jest/content-transform.cjs` reads them, too.
 * @throws when the file cannot be read or does not match its schema
 * @public
 */
export function readFacts({ facts }: ContentSources): Facts {
  return facts ? factsSchema.parse(jsonIn(facts)) : {};
}
