import { unlock } from 'releases/lock';
import { SITE } from 'releases/registry/history';
import { storePlace } from 'releases/settings';
import { runCommand } from '../run/command';
import { appArgument, optionsOf } from './arguments';

await runCommand('npm run unlock <app>|site [-- --why "text"]   ends a lock before its time', async (line) => {
  const { words, options } = optionsOf(line, { why: 'string' });
  const [first] = words;
  const app = first === SITE && words.length === 1 ? SITE : appArgument(words);
  await unlock(storePlace(), app, { why: options.why ?? '' });
  console.log(`${app}: unlocked.`);
});
