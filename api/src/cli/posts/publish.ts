import { parseArgs } from 'node:util';
import { StartError } from '../../errors';
import { publishPost } from '../../posts/publish';
import type { Command } from '../support/command';
import { minute } from '../support/table';
import { stateOf } from './state';

/** Publishes Markdown files, one after the other. */
export const publishFiles: Command = {
  usage: 'FILE.md… [--replace]   publishes posts; --replace puts them in the place of those with the same address',
  run: async ({ files, database, args, print, resolve }) => {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    });
    if (positionals.length === 0) throw new StartError('Which post? Give the path of a Markdown file.');
    for (const file of positionals) {
      const post = await publishPost(database.db, files, resolve(file), { replace: values.replace });
      print(`/blog/${post.slug}  ${stateOf(post.status, post.publishedAt)}  ${minute(post.publishedAt)}`);
    }
  },
};
