import { rollback } from '../rollback';
import { storeFolder } from '../settings';
import { appArgument, run } from './arguments';

await run('npm run rollback <app>   gives visitors the release that was live before', async (words) => {
  const app = appArgument(words);
  const step = await rollback(storeFolder(), app);
  console.log(`${app}: live again: ${step.version} (before: ${step.previous ?? 'none'}).`);
});
