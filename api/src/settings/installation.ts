import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { files as fileRows, installation } from '../db/tables/schema';
import { StartError } from '../errors';
import type { FileStore } from '../files/file-store';
import { UPLOADS } from '../files/file-store';

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

const SAMPLE = 50;

const someUploads = async (files: FileStore): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of files.list(UPLOADS)) if (names.push(name) === SAMPLE) break;
  return names;
};

/** False when there are uploads and the database knows none of them: then they are not each other's. */
const mayBelongTogether = async (db: Db, files: FileStore): Promise<boolean> => {
  const names = await someUploads(files);
  if (names.length === 0) return true;
  const known = await db.select({ one: sql`1` }).from(fileRows).where(inArray(fileRows.storedName, names)).limit(1);
  return known.length > 0;
};
