import { POSTS } from './posts/commands';
import { runCli } from './support/run-cli';

await runCli('posts', POSTS);
