import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of this package. The bundle lies in `dist`, this file one folder deeper. */
export const PACKAGE_DIR = fileURLToPath(new URL(import.meta.url.endsWith('.mjs') ? '..' : '../..', import.meta.url));
/** Folder that holds all packages: relative settings such as `DATA_DIR` start here, wherever the command runs. */
export const ROOT_DIR = path.dirname(PACKAGE_DIR);
export const MIGRATIONS_DIR = path.join(PACKAGE_DIR, 'migrations');
export const SAMPLE_POSTS_DIR = path.join(PACKAGE_DIR, 'content', 'posts');
