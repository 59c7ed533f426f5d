import { runCommand } from 'tooling/command';
import { rollback } from '../rollback';
import { storeFolder } from '../settings';
import { appArgument } from './arguments';

await runCommand('npm run rollback <app>   gives visitors the release that was live before', async (words) => {
  const app = appArgument(words);
  const step = await rollback(storeFolder(), app);
  console.log(`${app}: live again: ${step.version} (before: ${step.previous ?? 'none'}).`);
});
