import { publish } from 'releases/publish';
import { buildApp } from '../build/build-app';
import type { BuildReply, BuildRequest } from './builder';

/** A process of one app: builds and publishes it when it is asked to, one after the other. */
const [name = '', store = ''] = process.argv.slice(2);

const build = async (): Promise<BuildReply> => {
  const { manifest, dir } = await buildApp(name, { development: true });
  const isNew = await publish(store, name, manifest.version, dir);
  return { version: manifest.version, isNew };
};

let building = Promise.resolve();
process.on('message', (request: BuildRequest) => {
  building = building.then(async () => {
    const reply = await build().catch(
      (error: unknown): BuildReply => ({ problem: error instanceof Error ? error.message : String(error) }),
    );
    process.send?.({ ...reply, id: request.id });
  });
});
