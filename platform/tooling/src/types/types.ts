import { mkdir, rm, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { SHELL } from '@wholepage/contracts/version';
import { readRelease } from '@wholepage/releases/manifest';
import { allReleases } from '@wholepage/releases/registry/deployments';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { storePlace } from '@wholepage/releases/settings';
import { openStore } from '@wholepage/releases/store/open-store';
import { ROOT } from '../paths';
import { noWords } from '../run/command';
import { liveModules, liveTypes } from './live-types';

const FOLDER = 'types';
const OF_SITE = 'live-remotes.d.ts';
const OF_HOSTS = 'live-embeds.d.ts';
/** What `./embed` reads of its release: those that another bundler built have none. */
const EMBED = 'embed.json';

/** Manifests of what is live, the shell's left out. */
async function liveRemotes(place: string) {
  const store = openStore(place);
  const { apps } = allReleases(await readRegistry(store));
  const live = Object.entries(apps).flatMap(([app, { live: one }]) =>
    one && app !== SHELL ? [readRelease(store, app, one.metadata.version)] : [],
  );
  return (await Promise.all(live)).map(({ manifest }) => manifest);
}

/** `wholepage types`: writes the types of live fragments, events and `./embed` for the editor. @param options.stock of `./embed` alone, for hosts without this platform */
export async function writeTypes(
  words: readonly string[],
  options: { out?: string; stock?: boolean } = {},
): Promise<void> {
  noWords(words);
  const asked = options.out ?? FOLDER;
  // npm runs commands in the folder of package.json; who calls from elsewhere means the folder that they are in.
  const dir = isAbsolute(asked) ? asked : join(options.out ? (process.env['INIT_CWD'] ?? ROOT) : ROOT, asked);
  const remotes = await liveRemotes(storePlace());
  await mkdir(dir, { recursive: true });
  const embeds = remotes.filter(({ files }) => EMBED in files);
  await writeFile(join(dir, OF_HOSTS), liveModules(embeds));
  if (options.stock) await rm(join(dir, OF_SITE), { force: true });
  else await writeFile(join(dir, OF_SITE), liveTypes(remotes));
  const count = (what: 'fragments' | 'events') => remotes.reduce((sum, one) => sum + (one[what]?.length ?? 0), 0);
  console.log(
    `${dir}: ./embed of ${embeds.length} remotes${options.stock ? '' : `, ${count('fragments')} fragments, ${count('events')} events`}.`,
  );
}
