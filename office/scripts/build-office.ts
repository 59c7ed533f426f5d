import { fileURLToPath } from 'node:url';
import { buildStaff, type StaffBuild } from '@wholepage/staff-kit/build';

export const OFFICE: StaffBuild = { folder: fileURLToPath(new URL('..', import.meta.url)), name: 'office' };

/** Bundles the client, one file an area, and the server. */
export const buildOffice = (): Promise<void> => buildStaff(OFFICE);
