import { unlock } from '@wholepage/releases/lock';
import { SITE } from '@wholepage/releases/registry/history';
import { storePlace } from '@wholepage/releases/settings';
import { runCommand } from '../run/command';
import { appArgument, optionsOf } from './arguments/arguments';

await runCommand('npm run unlock <app>|site [-- --why "text"]   ends a lock before its time', async (line) => {
  const { words, options } = optionsOf(line, { why: 'string' });
  const [first] = words;
  const app = first === SITE && words.length === 1 ? SITE : appArgument(words);
  await unlock(storePlace(), app, { why: options.why ?? '' });
  console.log(`${app}: unlocked.`);
});
