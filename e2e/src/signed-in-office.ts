import { freePort } from '@wholepage/tooling/free-port';
import { type Staffed, startStaffed } from './staff-service';

/** Starts the office over the site under test. */
export async function startOffice(): Promise<Staffed> {
  const { SITE = '', SITE_DATA = '', SITE_API_PRIVATE_PORT = '' } = process.env;
  return startStaffed('office', 'Office', {
    ...process.env,
    DATA_DIR: SITE_DATA,
    SITE_ORIGIN: SITE,
    API_PRIVATE_PORT: SITE_API_PRIVATE_PORT,
    OFFICE_PORT: String(await freePort()),
  });
}
