import { parseArgs } from 'node:util';
import { filesOfLeads } from '../../enquiries/leads/files';
import { UPLOADS } from '../../files/folders';
import type { Command } from '../support/command';
import { heading, minute, table } from '../support/table';
import { copyFiles } from './copy-files';

/** Files that visitors sent; `--out` copies them, named by lead and without trust in the visitor's name. */
export const listFiles: Command = {
  usage: '[ID] [--out FOLDER] [--json]   files that visitors sent',
  run: async ({ files, database, args, print, remark, resolve }) => {
    const options = { out: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
    const rows = await filesOfLeads(database.db, positionals[0] ?? '');
    const located = rows.map((row) => ({ ...row, path: files.locate(`${UPLOADS}/${row.stored}`) }));
    if (values.json) for (const row of located) print(JSON.stringify(row));
    else if (located.length === 0) print('No files.');
    else {
      const cells = located.map((row) => [
        row.lead.slice(0, 8),
        minute(row.at),
        row.type,
        `${Math.ceil(row.bytes / 1024)} kB`,
        row.name,
        row.path,
      ]);
      print(table(['lead', heading('received'), 'type', 'size', 'name', 'kept as'], cells));
    }
    if (!values.out) return;
    const folder = resolve(values.out);
    await copyFiles(files, rows, folder);
    remark(`${located.length} files copied to ${folder}.\n`);
  },
};
