import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import { enquiries, files } from '../db/schema';
import { minute, table } from './support/format';
import type { Command } from './support/run';

/** Files that visitors sent; `--out` copies them, named by lead and without trust in the visitor's name. */
export const listFiles: Command = {
  usage: '[ID] [--out FOLDER] [--json]   files that visitors sent',
  run: async ({ config, database, args, print, remark, resolve }) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: 'string' }, json: { type: 'boolean' } },
    });
    const rows = await database.db
      .select({
        lead: enquiries.id,
        email: enquiries.email,
        stored: files.storedName,
        name: files.originalName,
        type: files.mediaType,
        bytes: files.bytes,
        at: files.createdAt,
      })
      .from(files)
      .innerJoin(enquiries, eq(enquiries.id, files.enquiryId))
      .where(sql`starts_with(${enquiries.id}::text, ${(positionals[0] ?? '').toLowerCase()})`)
      .orderBy(asc(files.createdAt));
    const located = rows.map((row) => ({ ...row, path: path.join(config.dataDir, 'uploads', row.stored) }));
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
      print(table(['lead', 'received (UTC)', 'type', 'size', 'name', 'kept as'], cells));
    }
    if (!values.out) return;
    const folder = resolve(values.out);
    await mkdir(folder, { recursive: true });
    for (const row of located) await copyFile(row.path, path.join(folder, `${row.lead.slice(0, 8)}-${row.stored}`));
    remark(`${located.length} files copied to ${folder}.\n`);
  },
};
