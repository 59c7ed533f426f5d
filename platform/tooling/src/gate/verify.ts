import { storePlace } from '@wholepage/releases/settings';
import { buildApp } from '../build/build-app';
import { optionsOf, releaseArguments, workspaceApp } from '../release/arguments/arguments';
import { runCommand } from '../run/command';
import { skippedChecks } from './run-gate';
import { noteGate, verifyRelease } from './verify-release';

await runCommand(
  'npm run verify <app> [version] [-- --json] [-- --skip "check" --reason "text"]   says whether a release may go live',
  async (line) => {
    const { words, options, flags } = optionsOf(line, { json: 'boolean', skip: 'string', reason: 'string' });
    const skip = skippedChecks(options.skip, options.reason);
    const { app, version } = releaseArguments(words);
    const say = flags.has('json') ? () => {} : (text: string) => console.log(text);
    const build = version
      ? undefined
      : await buildApp(workspaceApp([app]), { report: (step) => say(`building for ${step}`) });
    const results = await verifyRelease({
      place: storePlace(),
      app,
      version: version ?? build?.manifest.version ?? '',
      built: build?.dir,
      skip,
      say,
    });
    const isPassed = !results.some(({ outcome }) => outcome === 'failed');
    if (version && isPassed) await noteGate({ app, version, results, skip, say });
    if (flags.has('json')) console.log(JSON.stringify(results, null, 1));
    process.exitCode = isPassed ? 0 : 1;
  },
);
