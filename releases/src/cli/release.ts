import { buildApp } from 'tooling/build-app';
import { runCommand } from 'tooling/command';
import { promote, publish } from '../publish';
import { storeFolder } from '../settings';
import { appArgument } from './arguments';

await runCommand('npm run release <app>   builds, publishes, verifies and promotes it', async (words) => {
  const app = appArgument(words);
  const started = performance.now();
  const say = (text: string) => console.log(`${app}: ${text}`);
  const { manifest, dir, built } = await buildApp(app, { report: (step) => say(`building for ${step}`) });
  if (!built) say('nothing changed since the last build');
  const folder = storeFolder();
  const fresh = await publish(folder, app, manifest.version, dir);
  say(fresh ? `published ${manifest.version}` : `${manifest.version} is in the store already`);
  const step = await promote(folder, app, manifest.version);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    `live: ${step.version}${step.previous ? ` (before: ${step.previous})` : ''}, after ${seconds} s. \`npm run rollback ${app}\` takes it back.`,
  );
});
