import { constants, setPriority } from 'node:os';
import { buildAndSay } from '../build/build-and-say';
import { BundlerMemory } from '../build/bundler-memory';
import type { BuilderRequest } from './app-builder';

const memory = new BundlerMemory();

const carryOut = async (request: BuilderRequest): Promise<void> => {
  if (request.do === 'keep') {
    setPriority(constants.priority.PRIORITY_LOW);
    return memory.keep();
  }
  await buildAndSay(request.app, request.remember ? { bundle: (...build) => memory.run(...build) } : {});
};

/** Does each thing that it is told, and tells whether it could be done. The first build warms the bundler up for the others. */
process.on('message', async (request: BuilderRequest) => {
  const couldBeDone = await carryOut(request).then(
    () => true,
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      return false;
    },
  );
  process.send?.(couldBeDone);
});

// Who asked has ended: nobody waits for this.
process.on('disconnect', () => process.exit());
