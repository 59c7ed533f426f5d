import { parseArgs } from 'node:util';
import type { BackupSummary } from '../backup/format';
import { noteBackup, shrinkageOf } from '../backup/history';
import { requireBackup } from '../backup/restore/read-lines';
import { restoreBackup } from '../backup/restore/restore-backup';
import { writeBackup } from '../backup/write/write-backup';
import { StartError } from '../errors';
import type { CommandContext, Commands } from './support/command';

const OPTIONS = { json: { type: 'boolean' } } as const;

/** @throws StartError unless the words name one file */
const fileOf = (args: string[], resolve: (file: string) => string) => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const given = positionals[0];
  if (!given || positionals.length > 1) throw new StartError('Which file? Give one path.');
  return { file: resolve(given), values };
};

const run =
  (work: (context: CommandContext, file: string) => Promise<BackupSummary>, done: string) =>
  async (context: CommandContext): Promise<undefined> => {
    const { file, values } = fileOf(context.args, context.resolve);
    const summary = await work(context, file);
    if (values.json) context.print(JSON.stringify({ file, ...summary }));
    else context.print(`${done} ${file}: ${summary.rows} rows and ${summary.files} files.`);
  };

/** `npm run backup -- FILE` */
export const BACKUP: Commands = {
  backup: {
    usage: 'FILE [--json]   database and files at this moment, also while the site is running',
    run: run(async ({ config, files, database, remark }, file) => {
      const summary = await writeBackup(database.pool, { files, dataDir: config.dataDir }, file);
      await noteBackup(database.db, file, summary);
      const shrinkage = await shrinkageOf(database.db);
      if (shrinkage) remark(`${shrinkage}\n`);
      return summary;
    }, 'Backed up to'),
  },
};

/** `npm run restore -- FILE` */
export const RESTORE: Commands = {
  restore: {
    fillsDatabase: true,
    // A file that is none leaves no database behind.
    check: (args, resolve) => requireBackup(fileOf(args, resolve).file),
    usage: 'FILE [--json]   into an empty database and an empty DATA_DIR, while no site is running there',
    run: run(
      ({ config, files, database }, file) => restoreBackup(database.pool, { files, dataDir: config.dataDir }, file),
      'Restored from',
    ),
  },
};
