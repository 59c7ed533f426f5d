import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's root folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A package's folder. */
export const packageDir = (name: string): string => join(ROOT, name);

/** Drawings and photographs that content may name. */
export const PICTURES_DIR = join(ROOT, 'shared-ui', 'pictures');
