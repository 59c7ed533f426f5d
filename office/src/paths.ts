import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This package's folder; the bundle lies as deep in it as the sources do. */
const PACKAGE = dirname(dirname(fileURLToPath(import.meta.url)));

/** The workspace's root folder: relative settings are meant from there. */
export const ROOT = dirname(PACKAGE);
/** The client, as the build leaves it. */
export const CLIENT_DIR = join(PACKAGE, 'dist', 'client');
export const SIGN_IN_MIGRATIONS_DIR = join(ROOT, 'platform', 'sign-in', 'migrations');
