import { promote } from '@wholepage/releases/promote';
import { storePlace } from '@wholepage/releases/settings';
import { skippedChecks } from '../gate/run-gate';
import { passGateOnce } from '../gate/verify-release';
import { runCommand, UsageError } from '../run/command';
import { askComposer } from './answers/ask-composer';
import { wayBack } from './answers/way-back';
import { breaksOf, optionsOf, releaseArguments } from './arguments/arguments';

await runCommand(
  'npm run promote <app> <version> [-- --why "text"] [--skip "check" --reason "text"] [--break-lock "why"]   verifies a published release and gives it to visitors',
  async (line) => {
    const { words, options } = optionsOf(line, {
      why: 'string',
      skip: 'string',
      reason: 'string',
      'break-lock': 'string',
    });
    const skip = skippedChecks(options.skip, options.reason);
    const { app, version } = releaseArguments(words);
    if (!version) throw new UsageError(`Which version of ${app}? \`npm run releases\` lists them.`);
    const place = storePlace();
    const verification = await passGateOnce({ place, app, version, skip, say: console.log });
    const { previous } = await promote(place, app, version, {
      why: options.why ?? '',
      verification,
      breaks: breaksOf(options['break-lock']),
    });
    console.log(`${app}: live: ${version}${wayBack(app, version, previous)}`);
    console.log(`${app}: ${await askComposer(app, version)}`);
  },
);
