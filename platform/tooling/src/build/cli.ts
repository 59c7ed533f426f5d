import { workspaceApps } from '../apps';
import { chosen, runCommand } from '../run/command';
import { buildAndSay } from './build-and-say';

await runCommand('npm run build [app…]   builds these apps, or all, where something changed', async (words) => {
  for (const app of chosen(words, workspaceApps(), 'app')) await buildAndSay(app);
});
