import { fileURLToPath } from 'node:url';
import { buildStaff, type StaffBuild } from '@wholepage/staff-kit/build';

export const CONSOLE: StaffBuild = {
  folder: fileURLToPath(new URL('..', import.meta.url)),
  name: 'console',
  beside: ['@aws-sdk/client-s3'],
};

/** Bundles the client and the server. */
export const buildConsole = (): Promise<void> => buildStaff(CONSOLE);
