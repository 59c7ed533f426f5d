import { once } from 'node:events';
import { noWords } from '../run/command';
import { stopKept } from '../run/kept-service';
import { sitePort } from '../site/environment';
import { appBuilders, buildServers } from './build/build-all';
import { askedToStop, requireComposerSettings } from './composer';
import { releaseSources } from './publish-all';
import { requireServicePorts, startServices } from './services';
import { startStaffServices } from './staff/staff-services';

const say = (line: string) => console.log(line);

/** `npm start`: builds what changed, then starts the site. */
export async function start(words: readonly string[]): Promise<void> {
  noWords(words);
  const began = performance.now();
  await requireComposerSettings(process.env);
  await requireServicePorts(process.env);
  const signal = askedToStop();
  const stopped = once(signal, 'abort');
  say('Building what changed …');
  const halted = stopped.then(() => Promise.reject(new Error('Stopped before it was ready.')));
  const builders = appBuilders(say, 'read');
  const releases = Promise.race([releaseSources(builders, say), halted]);
  // Only who waits for it, the composer, tells its failure.
  releases.catch(() => {});
  await buildServers();
  // The database and the API start while the apps are built.
  const onLine = (name: string, line: string) => say(`[${name}] ${line}`);
  const services = await startServices({ env: process.env, releases, signal, onLine });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`Ready after ${seconds} s. Stop with Ctrl+C.`);
  say(`Site ready at http://localhost:${sitePort(process.env)}`);
  for (const builder of builders) builder.keep();
  const staff = startStaffServices({ env: process.env, signal, say, onLine });
  try {
    await Promise.race([stopped, staff.then(() => stopped)]);
  } finally {
    // The site need not wait for the end of a build.
    await stopKept(services);
  }
  await stopKept(await staff);
  process.exit(0);
}
