import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SHELL } from '@wholepage/contracts/release';
import { readRelease } from '@wholepage/releases/manifest';
import { allReleases, readRegistry } from '@wholepage/releases/registry/registry';
import { storePlace } from '@wholepage/releases/settings';
import { openStore } from '@wholepage/releases/store/open-store';
import { ROOT } from '../paths';
import { typedPath } from '../run/command';
import { embedTypes, eventMembers, fragmentMembers, type TypedRelease } from './release-types';

const FOLDER = 'types';
const OF_SITE = 'live-remotes.d.ts';
const OF_HOSTS = 'live-embeds.d.ts';
/** The file that `./embed` reads; releases of other bundlers have none. */
const EMBED = 'embed.json';

async function liveRemotes(place: string) {
  const store = openStore(place);
  const { apps } = allReleases(await readRegistry(store));
  const live = Object.entries(apps).flatMap(([app, { live: one }]) =>
    one && app !== SHELL ? [readRelease(store, app, one.metadata.version)] : [],
  );
  return (await Promise.all(live)).map(({ manifest }) => manifest);
}

/** Writes the types of live fragments and events for the editor. */
export async function writeSiteTypes(place: string): Promise<void> {
  const dir = join(ROOT, FOLDER);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, OF_SITE), liveTypes(await liveRemotes(place)));
}

/** `wholepage types`: writes types of live fragments, events and `./embed` for the editor. @param options.stock only `./embed` */
export async function writeTypes(
  _words: readonly string[],
  options: { out?: string; stock?: boolean } = {},
): Promise<void> {
  const dir = options.out ? typedPath(options.out) : join(ROOT, FOLDER);
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

const indented = (text: string): string =>
  text
    .replaceAll(/^(export )?declare /gm, '$1')
    .split('\n')
    .map((line) => line && `  ${line}`)
    .join('\n');

/** The declaration of a module such as `news/embed`, by which a stock host loads a remote. */
const embedModule = (release: TypedRelease): string =>
  `declare module '${release.app}/embed' {\n${indented(embedTypes(release))}}\n`;

const HEAD = '// Written by `npm run wholepage -- types` from the live releases. Changes here are lost.\n';

const inOrder = (releases: readonly TypedRelease[]): TypedRelease[] =>
  [...releases].sort((one, other) => one.app.localeCompare(other.app));

/** Adds these members to an interface that the contract declares empty. */
const filled = (name: string, members: string): string => (members ? `interface ${name} {\n${members}}\n` : '');

/**
 * Declarations for the editor: props of live fragments, and details of live events.
 * @param releases the live ones, the shell's left out
 */
export const liveTypes = (releases: readonly TypedRelease[]): string =>
  [
    HEAD,
    filled('LiveFragments', inOrder(releases).map(fragmentMembers).join('')),
    filled('LiveEvents', inOrder(releases).map(eventMembers).join('')),
  ].join('\n');

/** Declarations for hosts with Module Federation's own runtime: `./embed` of each remote. */
export const liveModules = (releases: readonly TypedRelease[]): string =>
  [HEAD, ...inOrder(releases).map(embedModule)].join('\n');
