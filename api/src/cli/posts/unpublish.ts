import { parseArgs } from 'node:util';
import { StartError } from '../../errors';
import { unpublishPost } from '../../posts/publish';
import type { Command } from '../support/command';

/** Takes a post off the site. */
export const unpublish: Command = {
  usage: 'SLUG   takes a post off the site; it stays as a draft',
  run: async ({ database, args, print }) => {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const slug = positionals[0];
    if (!slug) throw new StartError('Which post? Give its slug.');
    if (!(await unpublishPost(database.db, slug))) throw new StartError(`There is no post ${slug}.`);
    print(`/blog/${slug}  draft`);
  },
};
