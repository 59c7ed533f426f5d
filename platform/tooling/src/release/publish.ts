import { join } from 'node:path';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { whyNoAppName } from '@wholepage/releases/app-names';
import { publish } from '@wholepage/releases/publish';
import { storePlace } from '@wholepage/releases/settings';
import { buildApp } from '../build/build-app';
import { buildGuest } from '../guest/build-guest';
import { ROOT } from '../paths';
import { runCommand, UsageError } from '../run/command';
import { siteDefinition } from '../site/definition';
import { appArgument, optionsOf, workspaceApp } from './arguments/arguments';
import { publishedBefore } from './sources/published-before';

/** Builds an app of this workspace, or takes what another bundler built. */
async function built(words: readonly string[], from: string | undefined) {
  const app = from === undefined ? workspaceApp(words) : appArgument(words);
  const taken = whyNoAppName(app, (await siteDefinition()).apiPaths);
  if (taken) throw new UsageError(`${taken}.`);
  if (from === undefined) return buildApp(app, { report: (step) => console.log(`${app}: building for ${step}`) });
  const guest = await buildGuest(app, from, join(ROOT, 'node_modules', '.cache', 'guests', app));
  console.log(
    `${app}: its scripts weigh ${(guest.scriptBytes / 1000).toFixed(1)} kB of brotli, its own React and runtime included.`,
  );
  return guest;
}

/** Where to look at a release before it is live. What another bundler built has no page of its own. */
function addressOf({ app, version, routes }: ReleaseManifest, isGuest: boolean): string {
  if (!isGuest) return `Alone: /_standalone/${app}/${version}/`;
  return `In your browser: ${routes[0]?.path.replaceAll(/:[^/]+/g, '1')}?override=${app}@${version}`;
}

await runCommand(
  'npm run publish <app> [-- --from DIR]   builds it, or takes what another bundler built, and puts it into the store; visitors see nothing of it yet',
  async (line) => {
    const { words, options } = optionsOf(line, { from: 'string' });
    const { manifest, dir } = await built(words, options.from);
    const { app, version } = manifest;
    const fresh = await publish(storePlace(), app, version, dir);
    console.log(`${app}: ${fresh ? `published ${version}` : await publishedBefore(storePlace(), app, version)}.`);
    console.log(`${addressOf(manifest, options.from !== undefined)}   For visitors: npm run promote ${app} ${version}`);
  },
);
