import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { type Facts, factsSchema } from '@wholepage/contracts/content-facts';
import { type ContentSchemas, withFacts, withFileResolver } from '@wholepage/remote-kit/content';
import { imageSize } from 'image-size';
import type { z } from 'zod';
import type { ContentSources } from './content-sources';
import { cutParts } from './picture-parts';

/** A file that content names, and the name under which it ships. */
interface ContentFile {
  source: string;
  name: string;
}

/** Content that does not fit its schema. The message names the file and each field at fault. */
class ContentError extends Error {
  override name = 'ContentError';
}

const hashed = (source: string): string => {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12);
  const extension = extname(source);
  return `assets/${basename(source, extension)}.${hash}${extension}`;
};

/** The remote's `src/content`, at whatever depth below it the file is. */
export const contentRootOf = (file: string): string => {
  const parts = file.split(sep);
  return parts.slice(0, parts.lastIndexOf('content') + 1).join(sep);
};

/** The schema's key: the file's own name, or its folder's for one of many. */
const schemaKey = (file: string, contentRoot: string): string => {
  const folder = relative(contentRoot, dirname(file)).split(/[\\/]/)[0];
  return folder || basename(file, '.content.json');
};

const describe = (issues: z.core.$ZodIssue[]): string =>
  issues.map((issue) => `  ${issue.path.join('.') || '(top)'}: ${issue.message}`).join('\n');

/**
 * Reads a content file, checks it against its schema and turns the files it names into addresses. They are looked up in
 * the content's own `files`, then among the pictures of all.
 * @param publicPath prefix of the addresses, with a trailing slash: `/_releases/articles/`
 * @param sources pictures and facts of the site
 * @returns the data, the files it names, and the places where files were looked for in vain
 * @throws ContentError naming the file and the fields at fault
 */
export function resolveContent(
  file: string,
  schemas: ContentSchemas,
  publicPath: string,
  sources: ContentSources = {},
) {
  const contentRoot = contentRootOf(file);
  const files: ContentFile[] = [];
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
  if (!schema) throw new ContentError(`${file}: schema.ts has no schema "${key}". Add one to its \`schemas\`.`);

  let raw: unknown;
  try {
    raw = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ContentError(`${file} is not valid JSON: ${String(error)}`);
  }
  try {
    raw = withFacts(raw, readFacts(sources));
  } catch (error) {
    throw new ContentError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
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
  if (!parsed.success) throw new ContentError(`${file} does not fit its schema:\n${describe(parsed.error.issues)}`);
  return { value: parsed.data, files, absent };
}

/**
 * The site's facts; none where it has no such file. `jest/content-transform.cjs` reads them, too.
 * @throws when the file cannot be read or does not fit its schema
 * @public
 */
export function readFacts({ facts }: ContentSources): Facts {
  return facts ? factsSchema.parse(JSON.parse(readFileSync(facts, 'utf8'))) : {};
}
