import { parseArgs } from 'node:util';
import { desc } from 'drizzle-orm';
import { posts } from '../../db/tables/schema';
import type { Command } from '../support/command';
import { heading, minute, table } from '../support/table';
import { stateOf } from './state';

/** All posts, newest first, with what visitors see of each. */
export const listPosts: Command = {
  usage: '[--json]   all posts, newest first',
  run: async ({ database, args, print }) => {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } });
    const { id, slug, title, author, status, publishedAt } = posts;
    const rows = await database.db
      .select({ id, slug, title, author, status, publishedAt })
      .from(posts)
      .orderBy(desc(posts.publishedAt));
    if (values.json) for (const row of rows) print(JSON.stringify(row));
    else if (rows.length === 0) print('No posts.');
    else
      print(
        table(
          [heading('date'), 'state', 'slug', 'title'],
          rows.map((row) => [minute(row.publishedAt), stateOf(row.status, row.publishedAt), row.slug, row.title]),
        ),
      );
  },
};
