import { rollback } from '@wholepage/releases/rollback';
import { storePlace } from '@wholepage/releases/settings';
import { runCommand } from '../run/command';
import { breaksOf, optionsOf, releaseArguments } from './arguments/arguments';

await runCommand(
  'npm run rollback <app> [version] [-- --why "text"] [--from VERSION] [--break-lock "why"]   gives visitors the release that was live before, or that version; --from says what is to be left',
  async (line) => {
    const { words, options } = optionsOf(line, { why: 'string', from: 'string', 'break-lock': 'string' });
    const { app, version } = releaseArguments(words);
    const step = await rollback(storePlace(), app, {
      version,
      from: options.from,
      why: options.why ?? '',
      breaks: breaksOf(options['break-lock']),
    });
    console.log(`${app}: live again: ${step.version} (before: ${step.previous ?? 'none'}).`);
  },
);
