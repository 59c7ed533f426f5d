import { promote } from 'releases/promote';
import { publish } from 'releases/publish';
import { storePlace } from 'releases/settings';
import { buildApp } from '../build/build-app';
import { runCommand } from '../run/command';
import { optionsOf, workspaceApp } from './arguments';

await runCommand(
  'npm run release <app> [-- --why "text"]   builds, publishes, verifies and promotes it',
  async (line) => {
    const { words, options } = optionsOf(line, { why: 'string' });
    const app = workspaceApp(words);
    const place = storePlace();
    const started = performance.now();
    const say = (text: string) => console.log(`${app}: ${text}`);
    const { manifest, dir, built } = await buildApp(app, { report: (step) => say(`building for ${step}`) });
    if (!built) say('nothing changed since the last build');
    const { version } = manifest;
    const fresh = await publish(place, app, version, dir);
    say(fresh ? `published ${version}` : `${version} is in the store already`);
    const { previous } = await promote(place, app, version, { why: options.why ?? '' });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const before = previous && previous !== version ? ` (before: ${previous})` : '';
    say(`live: ${version}${before}, after ${seconds} s. \`npm run rollback ${app}\` takes it back.`);
  },
);
