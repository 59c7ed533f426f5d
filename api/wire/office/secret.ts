import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** In the data folder that the API and the office of one machine share. */
const FILE = 'office-api-secret';
export const LEAST_SECRET_LENGTH = 32;

interface Settings {
  /** `OFFICE_API_SECRET`; empty: that of the data folder, outside production. */
  given: string;
  production: boolean;
  dataDir: string;
}

/**
 * The secret that the office's server and the API share. Outside production whoever starts first makes it.
 * @returns undefined in production when none is set: then there is no office
 */
export async function officeSecret({ given, production, dataDir }: Settings): Promise<string | undefined> {
  if (given || production) return given || undefined;
  const file = path.join(dataDir, FILE);
  await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return (await readFile(file, 'utf8')).trim();
}
