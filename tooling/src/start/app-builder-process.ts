import type { AppName } from 'contracts/version';
import { buildAndSay } from '../build/build-and-say';

/** Builds each app that it is told, and tells whether it could be built. The first one warms the bundler up for the others. */
process.on('message', async (app: AppName) => {
  const couldBeBuilt = await buildAndSay(app).then(
    () => true,
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      return false;
    },
  );
  process.send?.(couldBeBuilt);
});

// Who asked has ended: nobody waits for this build.
process.on('disconnect', () => process.exit());
