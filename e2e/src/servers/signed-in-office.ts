import { freePort } from '@wholepage/tooling/spawn';
import { type Staffed, startStaffed } from './staff-service';

/** Settings of the site under test, with a free port for the office. */
async function siteUnderTest(): Promise<NodeJS.ProcessEnv> {
  const { SITE = '', SITE_DATA = '', SITE_API_PRIVATE_PORT = '' } = process.env;
  return {
    ...process.env,
    DATA_DIR: SITE_DATA,
    SITE_ORIGIN: SITE,
    API_PRIVATE_PORT: SITE_API_PRIVATE_PORT,
    OFFICE_PORT: String(await freePort()),
  };
}

/** Starts the office. @param given settings of a site; default: those of the site under test */
export const startOffice = async (given?: NodeJS.ProcessEnv): Promise<Staffed> =>
  startStaffed('office', 'Office', given ?? (await siteUnderTest()));
