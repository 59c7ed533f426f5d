import { parseArgs } from 'node:util';
import { StartError } from '../../errors';
import { exportPosts } from '../../posts/export';
import type { Command } from '../support/command';

/** Posts and covers as files, drafts too. */
export const exportAll: Command = {
  usage: '--out FOLDER   all posts and covers as files, which publish takes',
  run: async ({ files, database, args, print, resolve }) => {
    const { values } = parseArgs({ args, options: { out: { type: 'string' } } });
    if (!values.out) throw new StartError('Where to? Name a folder: --out FOLDER.');
    const count = await exportPosts(database.db, files, resolve(values.out));
    print(`${count} posts in ${resolve(values.out)}`);
  },
};
