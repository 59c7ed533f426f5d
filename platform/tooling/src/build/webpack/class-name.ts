import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

const digests = new Map<string, string>();

const digestOf = (file: string, fresh: boolean): string => {
  const known = digests.get(file);
  if (known && !fresh) return known;
  const digest = createHash('sha256')
    .update(readFileSync(file))
    .digest('base64url')
    .replace(/[^a-z0-9]/gi, '')
    .slice(0, 5);
  digests.set(file, digest);
  return digest;
};

/**
 * A class is named after its file, its own name and the file's content. Two versions of one component on a page cannot
 * touch each other, and equal ones share their rules.
 */
export const scopedClassName =
  (watching: boolean) =>
  ({ resourcePath }: { resourcePath: string }, _template: string, name: string): string =>
    `${basename(resourcePath, '.module.css')}-${name}-${digestOf(resourcePath, watching)}`;
