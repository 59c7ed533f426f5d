import type { AppName } from 'contracts/version';
import { buildApp } from './build-app';

/** Builds an app and says its steps, for people who wait. @throws BuildError */
export async function buildAndSay(app: AppName): Promise<void> {
  const started = performance.now();
  const { manifest, built } = await buildApp(app, { report: (step) => console.log(`  ${app}: ${step}`) });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`  ${app}: ${built ? `built in ${seconds} s` : 'unchanged'} (${manifest.version})`);
}
