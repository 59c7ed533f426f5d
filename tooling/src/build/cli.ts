import { APPS } from 'contracts/version';
import { buildApp } from './build-app';

/** `tsx tooling/src/build/cli.ts <app>…`: builds these apps, or all of them. */
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !APPS.some((app) => app === name));
if (unknown.length) {
  console.error(`There is no app ${unknown.join(', ')}. Choose among ${APPS.join(', ')}.`);
  process.exit(1);
}

for (const app of APPS.filter((name) => !asked.length || asked.includes(name))) {
  const started = performance.now();
  try {
    const { manifest, built } = await buildApp(app, {
      report: (step) => console.log(`  ${app}: ${step}`),
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`  ${app}: ${built ? `built in ${seconds} s` : 'unchanged'} (${manifest.version})`);
  } catch (error) {
    console.error(`${app} could not be built.\n${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
