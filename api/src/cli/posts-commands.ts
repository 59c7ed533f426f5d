import { parseArgs } from 'node:util';
import { desc } from 'drizzle-orm';
import { posts } from '../db/schema';
import { StartError } from '../errors';
import { exportPosts } from '../posts/export';
import { publishPost, unpublishPost } from '../posts/publish';
import { minute, table } from './support/format';
import type { Command, Commands } from './support/run';

const stateOf = (status: string, publishedAt: Date): string => {
  if (status === 'draft') return 'draft';
  return publishedAt.getTime() > Date.now() ? 'from then on' : 'shown';
};

const publish: Command = {
  usage: 'FILE.md…   publishes posts, or new versions of them',
  run: async ({ files, database, args, print, resolve }) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    if (positionals.length === 0) throw new StartError('Which post? Give the path of a Markdown file.');
    for (const file of positionals) {
      const post = await publishPost(database.db, files, resolve(file));
      print(`/blog/${post.slug}  ${stateOf(post.status, post.publishedAt)}  ${minute(post.publishedAt)}`);
    }
  },
};

const unpublish: Command = {
  usage: 'SLUG   takes a post off the site; it stays as a draft',
  run: async ({ database, args, print }) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const slug = positionals[0];
    if (!slug) throw new StartError('Which post? Give its slug.');
    if (!(await unpublishPost(database.db, slug))) throw new StartError(`There is no post ${slug}.`);
    print(`/blog/${slug}  draft`);
  },
};

const list: Command = {
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
          ['date (UTC)', 'state', 'slug', 'title'],
          rows.map((row) => [minute(row.publishedAt), stateOf(row.status, row.publishedAt), row.slug, row.title]),
        ),
      );
  },
};

const exportAll: Command = {
  usage: '--out FOLDER   all posts and covers as files, which publish takes',
  run: async ({ files, database, args, print, resolve }) => {
    const { values } = parseArgs({ args, options: { out: { type: 'string' } } });
    if (!values.out) throw new StartError('Where to? Name a folder: --out FOLDER.');
    const count = await exportPosts(database.db, files, resolve(values.out));
    print(`${count} posts in ${resolve(values.out)}`);
  },
};

/** `npm run posts` */
export const POSTS: Commands = { publish, unpublish, list, export: exportAll };
