import { rollback } from 'releases/rollback';
import { storePlace } from 'releases/settings';
import { runCommand } from '../run/command';
import { optionsOf, releaseArguments } from './arguments';

await runCommand(
  'npm run rollback <app> [version] [-- --why "text"]   gives visitors the release that was live before, or that version',
  async (line) => {
    const { words, options } = optionsOf(line, { why: 'string' });
    const { app, version } = releaseArguments(words);
    const why = options.why ?? '';
    const step = await rollback(storePlace(), app, version ? { version, why } : { why });
    console.log(`${app}: live again: ${step.version} (before: ${step.previous ?? 'none'}).`);
  },
);
