import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaceRoot } from '@wholepage/releases/settings';
import { SIGN_IN_MIGRATIONS_TABLE } from '@wholepage/sign-in/tables';
import type { StaffService } from '@wholepage/staff-kit/server';
import { RIGHTS } from './rights';

const FILE = fileURLToPath(import.meta.url);
/** This package's folder. The bundle lies as deep in it as the sources. */
const FOLDER = dirname(dirname(FILE));

/** Migrations of sign-in in the packed package. */
const PACKED_SIGN_IN = join(FOLDER, 'dist', 'sign-in');
const SIGN_IN = existsSync(PACKED_SIGN_IN) ? PACKED_SIGN_IN : join(dirname(FOLDER), 'sign-in', 'migrations');

export const ROOT = workspaceRoot(FILE);

export const CONSOLE = {
  name: 'console',
  title: 'Console',
  start: 'npm run wholepage -- console',
  command: 'npm run wholepage -- console',
  folder: FOLDER,
  root: ROOT,
  rights: RIGHTS,
  manages: 'admin',
  pages: [
    ...['/', '/apps/:app', '/apps/:app/compare', '/history', '/previews'],
    ...['/errors', '/errors/:id', '/pages', '/fragments'],
    ...['/audit', '/settings', '/people', '/people/:id', '/account'],
  ],
  withoutScripts: 'The commands do the same without.',
  migrations: [
    { folder: SIGN_IN, table: SIGN_IN_MIGRATIONS_TABLE },
    { folder: join(FOLDER, 'migrations'), table: 'console_migrations' },
  ],
  leaveOut: ['sessions', 'attempts', 'digests', 'composers'],
  beside: ['@aws-sdk/client-s3'],
} as const satisfies StaffService;
