import { promote } from 'releases/promote';
import { storePlace } from 'releases/settings';
import { runCommand, UsageError } from '../run/command';
import { optionsOf, releaseArguments } from './arguments';

await runCommand(
  'npm run promote <app> <version> [-- --why "text"]   gives a published release to visitors',
  async (line) => {
    const { words, options } = optionsOf(line, { why: 'string' });
    const { app, version } = releaseArguments(words);
    if (!version) throw new UsageError(`Which version of ${app}? \`npm run releases\` lists them.`);
    const { previous } = await promote(storePlace(), app, version, { why: options.why ?? '' });
    const before = previous && previous !== version ? ` (before: ${previous})` : '';
    console.log(`${app}: live: ${version}${before}. \`npm run rollback ${app}\` takes it back.`);
  },
);
