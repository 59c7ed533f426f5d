import { join } from 'node:path';
import { publish } from '@wholepage/releases/publish';
import { storePlace } from '@wholepage/releases/settings';
import { buildApp } from '../build/build-app';
import { buildGuest } from '../guest/build-guest';
import { ROOT } from '../paths';
import { runCommand } from '../run/command';
import { appArgument, optionsOf, workspaceApp } from './arguments';
import { publishedBefore } from './published-before';

/** Builds an app of this workspace, or takes what another bundler built. */
async function built(words: readonly string[], from: string | undefined) {
  if (from === undefined) {
    const app = workspaceApp(words);
    return buildApp(app, { report: (step) => console.log(`${app}: building for ${step}`) });
  }
  const app = appArgument(words);
  const guest = await buildGuest(app, from, join(ROOT, 'node_modules', '.cache', 'guests', app));
  console.log(
    `${app}: its scripts weigh ${(guest.scriptBytes / 1000).toFixed(1)} kB of brotli, its own React and runtime included.`,
  );
  return guest;
}

await runCommand(
  'npm run publish <app> [-- --from DIR]   builds it, or takes what another bundler built, and puts it into the store; visitors see nothing of it yet',
  async (line) => {
    const { words, options } = optionsOf(line, { from: 'string' });
    const { manifest, dir } = await built(words, options.from);
    const { app, version } = manifest;
    const fresh = await publish(storePlace(), app, version, dir);
    console.log(`${app}: ${fresh ? `published ${version}` : await publishedBefore(storePlace(), app, version)}.`);
    console.log(`Alone: /_standalone/${app}/${version}/   For visitors: npm run promote ${app} ${version}`);
  },
);
