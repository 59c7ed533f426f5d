import { constants, setPriority } from 'node:os';
import { buildApp } from '../../build/build-app';
import { BundlerMemory } from '../../build/reuse/bundler-memory';
import type { BuilderRequest } from './build-all';

const memory = new BundlerMemory();
let isKeeping = false;

const carryOut = async (request: BuilderRequest): Promise<void> => {
  if (request.do === 'keep') {
    isKeeping = true;
    setPriority(constants.priority.PRIORITY_LOW);
    await memory.keep();
    process.exit();
  }
  const { app, memory: use } = request;
  await buildApp(app, use === 'none' ? {} : { bundle: (...build) => memory.run(...build, use === 'written') });
};

/** Carries out each request and answers with its success. The first build warms the bundler up for the others. */
process.on('message', async (request: BuilderRequest) => {
  const couldBeDone = await carryOut(request).then(
    () => true,
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : String(error));
      return false;
    },
  );
  if (process.connected) process.send?.(couldBeDone);
});

// The caller has ended: nobody waits for a build, but the stored result shortens the next one.
process.on('disconnect', () => {
  if (!isKeeping) process.exit();
});
