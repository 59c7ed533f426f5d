import { parseArgs } from 'node:util';
import { StartError } from '../../errors';
import { publishPost } from '../../posts/publish';
import type { Command } from '../support/command';
import { minute } from '../support/table';
import { stateOf } from './state';

/** Publishes Markdown files, one after the other. */
export const publishFiles: Command = {
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
