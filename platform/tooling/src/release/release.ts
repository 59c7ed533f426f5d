import { startCanary } from '@wholepage/releases/canary/canary';
import { promote } from '@wholepage/releases/promote';
import { publish } from '@wholepage/releases/publish';
import { storePlace } from '@wholepage/releases/settings';
import { buildApp } from '../build/build-app';
import { skippedChecks } from '../gate/run-gate';
import { passGate } from '../gate/verify-release';
import { runCommand } from '../run/command';
import { askComposer } from './answers/ask-composer';
import { wayBack } from './answers/way-back';
import { breaksOf, optionsOf, workspaceApp } from './arguments/arguments';
import { shareArgument } from './arguments/canary-arguments';
import { publishedBefore } from './sources/published-before';

await runCommand(
  'npm run release <app> [-- --why "text"] [--canary 10] [--skip "check" --reason "text"] [--break-lock "why"]   builds, verifies, publishes and promotes it, or gives it to a share of the visitors',
  async (line) => {
    const { words, options } = optionsOf(line, {
      why: 'string',
      canary: 'string',
      skip: 'string',
      reason: 'string',
      'break-lock': 'string',
    });
    const skip = skippedChecks(options.skip, options.reason);
    const app = workspaceApp(words);
    const percent = options.canary === undefined ? undefined : shareArgument(options.canary);
    const place = storePlace();
    const started = performance.now();
    const say = (text: string) => console.log(`${app}: ${text}`);
    const { manifest, dir, built } = await buildApp(app, { report: (step) => say(`building for ${step}`) });
    if (!built) say('nothing changed since the last build');
    const { version } = manifest;
    const verification = await passGate({ place, app, version, built: dir, skip, say: console.log });
    const fresh = await publish(place, app, version, dir);
    say(fresh ? `published ${version}` : await publishedBefore(place, app, version));
    const step = { why: options.why ?? '', verification, breaks: breaksOf(options['break-lock']) };
    const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
    if (percent !== undefined) {
      await startCanary(place, app, version, percent, step);
      say(
        `${version} goes to ${percent} % of the visitors, after ${seconds()} s. \`npm run canary ${app} stop\` ends it.`,
      );
      return;
    }
    const { previous } = await promote(place, app, version, step);
    say(`live: ${version}, after ${seconds()} s${wayBack(app, version, previous)}`);
    say(await askComposer(app, version));
  },
);
