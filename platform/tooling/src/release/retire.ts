import { retire } from '@wholepage/releases/retire';
import { storePlace } from '@wholepage/releases/settings';
import { runCommand } from '../run/command';
import { appArgument, breaksOf, optionsOf } from './arguments/arguments';

await runCommand(
  'npm run retire <app> [-- --why "text"] [--break-lock "why"]   takes its pages off the site until it is promoted again',
  async (line) => {
    const { words, options } = optionsOf(line, { why: 'string', 'break-lock': 'string' });
    const app = appArgument(words);
    const why = options.why ?? '';
    const { version } = await retire(storePlace(), app, { why, breaks: breaksOf(options['break-lock']) });
    console.log(`${app}: ${version} is retired. \`npm run promote ${app} ${version}\` brings it back.`);
  },
);
