import { workspaceApps } from '../paths';
import { chosen, noWords } from '../run/command';
import { buildServers } from '../start/build/build-all';
import { buildApp } from './build-app';

/** `npm run build`: these apps, or all, where something changed. @param options.services the composer and the services of the site instead */
export async function build(words: readonly string[], options: { services?: boolean } = {}): Promise<void> {
  if (options.services) {
    noWords(words);
    return buildServers();
  }
  for (const app of chosen(words, workspaceApps(), 'app')) {
    const started = performance.now();
    const { manifest, built } = await buildApp(app, { report: (step) => console.log(`  ${app}: ${step}`) });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`  ${app}: ${built ? `built in ${seconds} s` : 'unchanged'} (${manifest.version})`);
  }
}
