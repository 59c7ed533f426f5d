import { stat } from 'node:fs/promises';
import { desc, sql } from 'drizzle-orm';
import type { Alarms } from '../alarms/alarms';
import type { Db } from '../db/database';
import { backups, installation } from '../db/tables/schema';
import type { BackupSummary } from './backup';

/** Smallest size relative to the former back-up: retention never removes half of the rows in a night. */
const SHRUNK = 0.5;

export async function noteBackup(db: Db, file: string, { rows, files }: BackupSummary): Promise<void> {
  await db.insert(backups).values({ rows, files, bytes: (await stat(file)).size });
}

export async function backupNumbers(db: Db): Promise<{ ageSeconds: number; bytes: number; bytesBefore: number }> {
  // A clock that was set back leaves times in the future.
  const age = (moment: unknown) => sql<number>`abs(extract(epoch from now() - ${moment}))::float`;
  const [newest, before] = await db
    .select({ bytes: backups.bytes, ageSeconds: age(backups.createdAt) })
    .from(backups)
    .orderBy(desc(backups.id))
    .limit(2);
  const [site] = newest ? [] : await db.select({ ageSeconds: age(installation.createdAt) }).from(installation);
  const ageSeconds = newest?.ageSeconds ?? site?.ageSeconds ?? 0;
  return { ageSeconds, bytes: newest?.bytes ?? 0, bytesBefore: before?.bytes ?? 0 };
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} kB`;

/** Returns a sentence when the newest back-up is far smaller than the former one. */
export async function shrinkageOf(db: Db): Promise<string | undefined> {
  const { bytes, bytesBefore } = await backupNumbers(db);
  if (bytes >= bytesBefore * SHRUNK) return undefined;
  return `The newest back-up has ${kilobytes(bytes)}, the one before had ${kilobytes(bytesBefore)}: see that it is of the right site.`;
}

/** Raises an alarm while the newest back-up is too old or far too small. @param hours largest age; 0 for no alarm */
export async function checkBackups(db: Db, alarms: Alarms, hours: number): Promise<void> {
  if (hours === 0) return;
  const { ageSeconds } = await backupNumbers(db);
  await alarms.set(
    'backup-old',
    ageSeconds > hours * 3600 &&
      `There has been no back-up for ${Math.floor(ageSeconds / 3600)} hours: npm run api -- backup FILE, with the settings of the site.`,
  );
  await alarms.set('backup-shrank', await shrinkageOf(db));
}
