import type { AppName } from '@wholepage/contracts/version';
import { publish } from '@wholepage/releases/publish';
import { buildApp } from '../../build/build-app';
import { publishedBefore } from './published-before';

/** Builds an app and publishes it; visitors see nothing of it. @returns its version */
export async function publishSources(app: AppName, place: string): Promise<string> {
  const { manifest, dir } = await buildApp(app, { report: (step) => console.log(`${app}: building for ${step}`) });
  const fresh = await publish(place, app, manifest.version, dir);
  console.log(
    `${app}: ${fresh ? `published ${manifest.version}` : await publishedBefore(place, app, manifest.version)}.`,
  );
  return manifest.version;
}
