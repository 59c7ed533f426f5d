import { durationMs } from '@wholepage/releases/canary/canary';
import { lock } from '@wholepage/releases/lock';
import { SITE } from '@wholepage/releases/registry/history';
import { storePlace } from '@wholepage/releases/settings';
import { runCommand, UsageError } from '../run/command';
import { appArgument, optionsOf } from './arguments/arguments';

/** A time such as `2026-12-24T18:00Z`, or one from now on such as `2h`. @throws UsageError for what is none */
function timeOf(text: string | undefined): Date {
  const duration = durationMs(text ?? '');
  const time = duration === undefined ? Date.parse(text ?? '') : Date.now() + duration;
  if (Number.isNaN(time))
    throw new UsageError('Until when? Give --until 2h, or a time such as --until 2030-12-24T18:00Z.');
  return new Date(time);
}

await runCommand(
  'npm run lock <app>|site -- --until 2h --why "text"   keeps it as it is: nothing is promoted, tried, rolled back or retired',
  async (line) => {
    const { words, options } = optionsOf(line, { until: 'string', why: 'string' });
    const [first] = words;
    const app = first === SITE && words.length === 1 ? SITE : appArgument(words);
    const { until } = await lock(storePlace(), app, timeOf(options.until), { why: options.why ?? '' });
    console.log(`${app}: locked until ${until}. \`npm run unlock ${app}\` ends it.`);
  },
);
