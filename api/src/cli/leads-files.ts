import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { asc, eq, sql } from 'drizzle-orm';
import { enquiries, files as fileRows } from '../db/schema';
import { StartError } from '../errors';
import { type FileStore, UPLOADS } from '../files/file-store';
import { minute, table } from './support/format';
import type { Command } from './support/run';

const copyOut = async (files: FileStore, stored: string, target: string): Promise<void> => {
  const found = await files.read(`${UPLOADS}/${stored}`);
  if (!found) throw new StartError(`${files.locate(`${UPLOADS}/${stored}`)} is not there.`);
  await pipeline(found.stream, createWriteStream(target, { mode: 0o600 }));
};

/** Files that visitors sent; `--out` copies them, named by lead and without trust in the visitor's name. */
export const listFiles: Command = {
  usage: '[ID] [--out FOLDER] [--json]   files that visitors sent',
  run: async ({ files, database, args, print, remark, resolve }) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: 'string' }, json: { type: 'boolean' } },
    });
    const rows = await database.db
      .select({
        lead: enquiries.id,
        email: enquiries.email,
        stored: fileRows.storedName,
        name: fileRows.originalName,
        type: fileRows.mediaType,
        bytes: fileRows.bytes,
        at: fileRows.createdAt,
      })
      .from(fileRows)
      .innerJoin(enquiries, eq(enquiries.id, fileRows.enquiryId))
      .where(sql`starts_with(${enquiries.id}::text, ${(positionals[0] ?? '').toLowerCase()})`)
      .orderBy(asc(fileRows.createdAt));
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
      print(table(['lead', 'received (UTC)', 'type', 'size', 'name', 'kept as'], cells));
    }
    if (!values.out) return;
    const folder = resolve(values.out);
    await mkdir(folder, { recursive: true });
    for (const row of located)
      await copyOut(files, row.stored, path.join(folder, `${row.lead.slice(0, 8)}-${row.stored}`));
    remark(`${located.length} files copied to ${folder}.\n`);
  },
};
