import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../db/database';
import { installation } from '../db/tables/schema';
import { StartError } from '../errors';
import type { FileStore } from '../files/file-store';
import { UPLOADS } from '../files/folders';
import { mayBelongTogether } from '../uploads/known-sample';

/** In the data folder: which installation its files belong to. */
export const INSTALLATION_FILE = 'installation-id';

const ofFolder = async (dataDir: string): Promise<string | undefined> =>
  (await readFile(path.join(dataDir, INSTALLATION_FILE), 'utf8').catch(() => undefined))?.trim() || undefined;

const ofDatabase = async (db: Db): Promise<string | undefined> =>
  (await db.select({ id: installation.id }).from(installation))[0]?.id;

/**
 * Sees to it that data folder and database are of one installation; at the first start both get the same id.
 * @throws StartError when they are not: a wrong folder or database would show visitors' files as nobody's
 */
export async function requireOneInstallation(db: Db, dataDir: string, files: FileStore): Promise<string> {
  const [folder, stored] = await Promise.all([ofFolder(dataDir), ofDatabase(db)]);
  if (folder && folder === stored) return folder;
  if (folder && stored) {
    throw new StartError(
      `DATA_DIR ${dataDir} belongs to the installation ${folder}, and the database to ${stored}. Use the folder and the database of one installation, or restore a back-up of both.`,
    );
  }
  if (!(await mayBelongTogether(db, files))) {
    throw new StartError(
      `The database knows none of the uploads in ${files.locate(UPLOADS)}; use the database that belongs to it, or an empty place.`,
    );
  }
  const id = folder ?? stored ?? randomUUID();
  // Two processes may do this at once: the database decides.
  await db.insert(installation).values({ id }).onConflictDoNothing();
  const decided = (await ofDatabase(db)) ?? id;
  await writeFile(path.join(dataDir, INSTALLATION_FILE), `${decided}\n`, { mode: 0o600 });
  return decided;
}
