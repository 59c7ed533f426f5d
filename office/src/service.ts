import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SIGN_IN_MIGRATIONS_TABLE } from '@wholepage/sign-in/tables';
import type { StaffService } from '@wholepage/staff-kit/server';
import { OFFICE_RIGHTS, type OfficeRight } from 'api-wire/office/words';

/** This package's folder; the bundle lies as deep in it as the sources do. */
const FOLDER = dirname(dirname(fileURLToPath(import.meta.url)));

export const ROOT = dirname(FOLDER);

export const OFFICE = {
  name: 'office',
  title: 'Office',
  start: 'npm run api -- office',
  command: 'npm run api --',
  folder: FOLDER,
  root: ROOT,
  rights: OFFICE_RIGHTS,
  manages: 'owner' satisfies OfficeRight,
  pages: [
    '/',
    ...['/enquiries', '/enquiries/:id', '/templates'],
    ...['/enrolments', '/enrolments/:id', '/orders/:id', '/courses'],
    ...['/posts', '/posts/:id', '/facts/company', '/facts/navigation'],
    ...['/people', '/people/:id', '/data-protection', '/audit', '/account'],
  ],
  withoutScripts: 'The commands in docs/shop/office.md do the same without.',
  // Signing in only: enquiries and orders are in the API's database.
  migrations: [{ folder: join(ROOT, 'platform', 'sign-in', 'migrations'), table: SIGN_IN_MIGRATIONS_TABLE }],
  leaveOut: ['sessions', 'attempts'],
} as const satisfies StaffService;
