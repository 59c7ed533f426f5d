import { freePort } from '@wholepage/tooling/free-port';
import { type KeptService, stopKept } from '@wholepage/tooling/kept-service';
import { startStaffServices } from '@wholepage/tooling/staff-services';

/** An office over the site under test. */
export interface Office {
  /** Signs an owner in, once. */
  link: string;
  stop(): Promise<void>;
}

/** Starts the office as `npm start` does, beside the site under test. */
export async function startOffice(): Promise<Office> {
  const { SITE = '', SITE_DATA = '', SITE_API_PRIVATE_PORT = '' } = process.env;
  const env = {
    ...process.env,
    DATA_DIR: SITE_DATA,
    SITE_ORIGIN: SITE,
    API_PRIVATE_PORT: SITE_API_PRIVATE_PORT,
    OFFICE_PORT: String(await freePort()),
  };
  let tell: (line: string) => void = () => undefined;
  const said = new Promise<string>((resolve) => {
    tell = resolve;
  });
  const services: KeptService[] = await startStaffServices({
    env,
    only: ['office'],
    say: tell,
    onLine: () => undefined,
  });
  const line = await said;
  if (!line.startsWith('Office: http://localhost:')) throw new Error(line);
  return { link: line.slice('Office: '.length), stop: () => stopKept(services) };
}
