import { publish } from 'releases/publish';
import { storePlace } from 'releases/settings';
import { buildApp } from '../build/build-app';
import { runCommand } from '../run/command';
import { workspaceApp } from './arguments';
import { publishedBefore } from './published-before';

await runCommand(
  'npm run publish <app>   builds it and puts it into the store; visitors see nothing of it yet',
  async (words) => {
    const app = workspaceApp(words);
    const { manifest, dir } = await buildApp(app, { report: (step) => console.log(`${app}: building for ${step}`) });
    const { version } = manifest;
    const fresh = await publish(storePlace(), app, version, dir);
    console.log(`${app}: ${fresh ? `published ${version}` : await publishedBefore(storePlace(), app, version)}.`);
    console.log(`Alone: /_standalone/${app}/${version}/   For visitors: npm run promote ${app} ${version}`);
  },
);
