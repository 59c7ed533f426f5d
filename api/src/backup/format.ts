import type { PoolClient } from 'pg';
import * as z from 'zod';
import { COVERS, type FileStore, folderFiles, OUTBOX, UPLOADS } from '../files/file-store';

/** Grows when an older release could not read a back-up any more. */
export const FORMAT = 1;

/**
 * A back-up is gzipped lines of JSON. They are a header, the rows of each table, each file in pieces, and an end that says that
 * nothing is missing. Rows stay the text that PostgreSQL wrote, so that no number or moment loses a digit on the way.
 */
export const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('header'),
    format: z.literal(FORMAT, { error: 'This back-up is of another release; restore it with that one.' }),
    /** Moment of the newest migration, as the migrator notes it. */
    schema: z.string().regex(/^\d+$/),
    taken: z.string(),
  }),
  z.object({ kind: z.literal('rows'), table: z.string(), columns: z.array(z.string()), rows: z.array(z.string()) }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('bytes'), base64: z.string() }),
  z.object({ kind: z.literal('file-end'), sha256: z.string() }),
  z.object({ kind: z.literal('end'), rows: z.number(), files: z.number() }),
]);

export type Line = z.output<typeof lineSchema>;

/** What was written or read. */
export interface BackupSummary {
  rows: number;
  files: number;
}

/** Folders whose files belong to a back-up. */
export const FILE_FOLDERS = [UPLOADS, COVERS, OUTBOX] as const;

/** Where the files of an installation lie. */
export interface FileStorage {
  files: FileStore;
  dataDir: string;
}

/** The store of a folder: mails that were written to files lie in the data folder, whatever keeps the rest. */
export const storeOf = ({ files, dataDir }: FileStorage, folder: string): FileStore =>
  folder === OUTBOX ? folderFiles(dataDir) : files;

/** Moment of the newest migration that the database has seen. */
export async function schemaMoment(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ moment: string }>(
    'select coalesce(max(created_at), 0)::text as moment from drizzle.__drizzle_migrations',
  );
  return rows[0]?.moment ?? '0';
}
