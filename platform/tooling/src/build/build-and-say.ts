import type { AppName } from '@wholepage/contracts/version';
import { type BuildAppOptions, buildApp } from './build-app';

/** Builds an app and says its steps, for people who wait. @throws BuildError */
export async function buildAndSay(app: AppName, options: BuildAppOptions = {}): Promise<void> {
  const started = performance.now();
  const { manifest, built } = await buildApp(app, { ...options, report: (step) => console.log(`  ${app}: ${step}`) });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`  ${app}: ${built ? `built in ${seconds} s` : 'unchanged'} (${manifest.version})`);
}
