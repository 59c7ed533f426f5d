import { storePlace } from '@wholepage/releases/settings';
import { noWords, runCommand } from '../run/command';
import { stopKept } from '../run/kept-service';
import type { AppBuilder } from './build/app-builder';
import { appBuilders, buildAppsBy, buildServers } from './build/build-all';
import { Publisher } from './publish-all';
import { requireServicePorts, sitePort, startServices } from './services';
import { startStaffServices } from './staff/staff-services';

const say = (line: string) => console.log(line);

const askedToStop = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });

/** Builds the apps that changed, and makes live what came of them, when all could be built. */
async function release(builders: readonly AppBuilder[]): Promise<void> {
  const isFolder = !/^https?:/.test(process.env.RELEASES_URL ?? '');
  if (!isFolder) {
    await buildAppsBy(builders, say);
    return;
  }
  const publisher = new Publisher(storePlace());
  const releases = await buildAppsBy(builders, say, (built) => publisher.publish(built));
  await publisher.goLive(releases, say);
}

async function start(words: readonly string[]): Promise<void> {
  noWords(words);
  const began = performance.now();
  await requireServicePorts(process.env);
  const stopped = askedToStop();
  say('Building what changed …');
  const halted = stopped.then(() => Promise.reject(new Error('Stopped before it was ready.')));
  const builders = appBuilders(say, 'read');
  const releases = Promise.race([release(builders), halted]);
  // Only who waits for it, the composer, tells its failure.
  releases.catch(() => {});
  await buildServers();
  // The database and the API start while the apps are built.
  const onLine = (name: string, line: string) => say(`[${name}] ${line}`);
  const services = await startServices({ env: process.env, releases, onLine });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`Ready after ${seconds} s. Stop with Ctrl+C.`);
  say(`Site ready at http://localhost:${sitePort(process.env)}`);
  for (const builder of builders) builder.keep();
  const staff = startStaffServices({ env: process.env, say, onLine });
  await stopped;
  await stopKept([...services, ...(await staff)]);
  process.exit(0);
}

await runCommand('npm start   builds what changed, then starts the site', start);
