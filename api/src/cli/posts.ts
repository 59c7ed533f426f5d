import { POSTS } from './posts-commands';
import { runCli } from './support/run';

await runCli('posts', POSTS);
