import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { posts } from '../db/tables/schema';
import type { FileStore } from '../files/file-store';
import { publishPost } from './publish';

/** Keeps concurrent first starts from publishing the samples twice over. */
const SAMPLES_LOCK = 7_301_004;

/**
 * Gives a site without any post the sample posts: a fresh site has a blog.
 * A sample that is wrong is reported and left out; it must not keep the site from starting.
 * @returns how many were published
 */
export async function publishSamples(
  db: Db,
  files: FileStore,
  folder: string,
  onTrouble: (text: string) => void,
): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md')).sort();
  if (names.length === 0) return 0;
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SAMPLES_LOCK})`);
    if ((await tx.$count(posts)) > 0) return 0;
    let published = 0;
    for (const name of names) {
      try {
        await publishPost(tx, files, path.join(folder, name));
        published += 1;
      } catch (error) {
        onTrouble(`A sample post was left out: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return published;
  });
}
