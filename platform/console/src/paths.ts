import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaceRoot } from '@wholepage/releases/workspace-root';

/** This package's folder; the bundle lies as deep in it as the sources do. */
const FILE = fileURLToPath(import.meta.url);
const PACKAGE = dirname(dirname(FILE));
const PLATFORM = dirname(PACKAGE);

/** The workspace's root folder: relative settings are meant from there. */
export const ROOT = workspaceRoot(FILE);
/** The client, as the build leaves it. */
export const CLIENT_DIR = join(PACKAGE, 'dist', 'client');
export const MIGRATIONS_DIR = join(PACKAGE, 'migrations');
export const SIGN_IN_MIGRATIONS_DIR = join(PLATFORM, 'sign-in', 'migrations');
