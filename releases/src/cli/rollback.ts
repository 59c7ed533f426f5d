import { rollback } from '../rollback';
import { storeFolder } from '../settings';
import { appArgument, run } from './arguments';

/** `pnpm rollback <app>`: visitors get the release that was live before. */
await run(async () => {
  const app = appArgument(process.argv[2], 'rollback');
  const step = await rollback(storeFolder(), app);
  console.log(`${app}: live again: ${step.version} (before: ${step.previous ?? 'none'}).`);
});
