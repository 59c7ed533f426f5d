import { publish } from '@wholepage/releases/publish';
import { buildApp } from '../../build/build-app';
import type { BuildReply, BuildRequest } from './builder';
import { incrementalBuild } from './incremental-build';

/** A process of one app: builds and publishes it when it is asked to, one after the other. */
const [name = '', store = ''] = process.argv.slice(2);
const incremental = await incrementalBuild(name);

const build = async ({ changed }: BuildRequest): Promise<BuildReply> => {
  if (!incremental.concerns(changed)) return {};
  const { manifest, dir } = await buildApp(name, {
    development: true,
    builds: (outDir) => incremental.run(outDir),
  });
  await publish(store, name, manifest.version, dir);
  return { version: manifest.version };
};

let building = Promise.resolve();
process.on('message', (request: BuildRequest) => {
  building = building.then(async () => {
    const reply = await build(request).catch(
      (error: unknown): BuildReply => ({ problem: error instanceof Error ? error.message : String(error) }),
    );
    process.send?.({ ...reply, id: request.id });
  });
});
