import { resolve } from 'node:path';
import { restoreServiceBackup, writeServiceBackup } from '@wholepage/database/service-backup';
import type { ServiceDatabase } from '@wholepage/database/service-database';

interface TablesCommand {
  service: string;
  /** What is typed before `backup FILE`. */
  typed: string;
  /** Tables whose rows are of no use in another database. */
  leaveOut: readonly string[];
  openDatabase(mayCreate: boolean): Promise<ServiceDatabase>;
}

/** `backup FILE` and `restore FILE`: writes a service's tables into a file, or puts them into an empty database. @throws Error in one sentence */
export async function moveTables(
  command: 'backup' | 'restore',
  [file, ...more]: readonly string[],
  { service, typed, leaveOut, openDatabase }: TablesCommand,
): Promise<void> {
  if (!file || more.length > 0) throw new Error(`Name one file: ${typed} ${command} FILE`);
  const { pool, close } = await openDatabase(command === 'restore');
  try {
    const path = resolve(process.env['INIT_CWD'] ?? '', file);
    const rows =
      command === 'backup'
        ? await writeServiceBackup(pool, path, { service, leaveOut })
        : await restoreServiceBackup(pool, path, service);
    process.stdout.write(`${rows} rows are ${command === 'backup' ? 'in' : 'restored from'} ${file}.\n`);
  } finally {
    await close();
  }
}
