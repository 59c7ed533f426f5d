import type { Commands } from '../support/command';
import { exportAll } from './export';
import { listPosts } from './list';
import { publishFiles } from './publish';
import { unpublish } from './unpublish';

/** `npm run posts` */
export const POSTS: Commands = { publish: publishFiles, unpublish, list: listPosts, export: exportAll };
