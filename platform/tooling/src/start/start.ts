import { stopKept } from '../run/kept-service';
import { appBuilders, serverBuilds } from './build/build-all';
import { askedToStop, requireComposerSettings, siteAddress } from './composer';
import { releaseSources } from './publish-all';
import { lineTeller, requireServicePorts, startServices } from './services';
import { startStaffServices } from './staff/staff-services';

const say = (line: string) => console.log(line);

/** `npm start`: builds what changed, then starts the site. @param options `json`: services' logs stay JSON */
export async function start(_words: readonly string[], { json }: { json?: boolean } = {}): Promise<void> {
  const began = performance.now();
  await requireComposerSettings(process.env);
  await requireServicePorts(process.env);
  const { signal, stopped, orStopped } = askedToStop();
  say('Building what changed …');
  const builders = appBuilders(say, 'read');
  const releases = orStopped(releaseSources(builders, say));
  // The composer's start awaits the releases and reports their failure.
  releases.catch(() => {});
  const programs = await serverBuilds();
  // The database and the API start while the apps are built.
  const onLine = lineTeller(say, json);
  const services = await startServices({ env: process.env, programs, releases, signal, onLine });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`Ready after ${seconds} s. Stop with Ctrl+C.`);
  const site = siteAddress(process.env);
  say(`Site ready at ${site}`);
  for (const builder of builders) builder.keep();
  const addresses = [`Site: ${site}`];
  let tell = (line: string): unknown => addresses.push(line);
  const staff = startStaffServices({ env: process.env, signal, say: (line) => tell(line), onLine });
  staff.then(
    () => {
      if (addresses.length > 1) say(`\n${addresses.join('\n')}\n`);
      // A restarted service prints a new sign-in address.
      tell = say;
    },
    () => {},
  );
  try {
    await Promise.race([stopped, staff.then(() => stopped)]);
  } finally {
    // A running build does not delay the end of the site.
    await stopKept(services);
  }
  await stopKept(await staff);
  process.exit(0);
}
