import { workspaceApps } from '../apps';
import { chosen, runCommand } from '../run/command';
import { buildApp } from './build-app';

await runCommand('npm run build [app…]   builds these apps, or all, where something changed', async (words) => {
  for (const app of chosen(words, workspaceApps(), 'app')) {
    const started = performance.now();
    const { manifest, built } = await buildApp(app, { report: (step) => console.log(`  ${app}: ${step}`) });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`  ${app}: ${built ? `built in ${seconds} s` : 'unchanged'} (${manifest.version})`);
  }
});
