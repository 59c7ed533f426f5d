import { createHash } from 'node:crypto';
import type { AppName, Deployment, ReleaseManifest } from '@wholepage/contracts/release';
import { readRelease } from '@wholepage/releases/manifest';
import type { SiteReleases } from '@wholepage/releases/registry/follow';
import type { AppReleases } from '@wholepage/releases/registry/registry';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { boundedMap } from '@wholepage/releases/store/store';
import { type Log, reason } from '../log';
import type { SiteContent } from '../settings/site/site-configs';
import { ServerCode } from './server-code';

/** A release whose manifest holds. */
export interface LoadedRelease {
  manifest: ReleaseManifest;
  /** Of its server entry. */
  code: ServerCode;
  /** Origin of a development server that serves the browser's code in its place, to who asked for that. */
  devOrigin?: string;
  /** Its browser part runs in a frame of an opaque origin, as RELEASE_KEYS says of apps that are not trusted. */
  isFramed?: boolean;
}

/** A release that a share of the visitors gets instead of the live one. */
export interface RunningCanary {
  release: LoadedRelease;
  percent: number;
  deployment: Deployment;
}

/** What a preview lays over the live site, for its bar. */
export interface PreviewedSet {
  /** Both empty of what a developer asks for by its name. */
  by: string;
  until: string;
  /** A version is the origin of a server where that is the developer's own. */
  releases: { app: AppName; version: string; live: string | undefined }[];
  /** What the frame says in place of its content, where that is what is looked at. */
  content?: SiteContent;
  /** Why it is not shown, where it is not. */
  refused?: string;
}

/** The releases that one page is built from. */
export interface ReleaseSet {
  /** Differs whenever any release does. */
  id: string;
  apps: Record<AppName, LoadedRelease>;
  /** Of apps that are live and cannot be served the paths of their pages: these are not unknown, they are unavailable. */
  absent: Record<AppName, readonly string[]>;
  canaries: RunningCanary[];
  /** Set when it is made for one visitor: who has the address of a preview, or a developer. */
  preview?: PreviewedSet;
}

/** The release of an app in this set. Its name may come from a visitor: `constructor` names no app, though every object has one. */
export const releaseOf = ({ apps }: Pick<ReleaseSet, 'apps'>, app: string): LoadedRelease | undefined =>
  Object.hasOwn(apps, app) ? apps[app] : undefined;

/** Whether a set is made for one visitor: what is made of it is kept for nobody, and counted nowhere. */
export const isPersonal = ({ preview }: ReleaseSet): boolean => preview !== undefined;

const canariless = new WeakMap<ReleaseSet, ReleaseSet>();

/** The same set for whoever may not be drawn; the same object for the same set. */
export function withoutCanaries(set: ReleaseSet): ReleaseSet {
  if (set.canaries.length === 0) return set;
  const known = canariless.get(set) ?? { ...set, canaries: [] };
  canariless.set(set, known);
  return known;
}

/** What loading releases needs. */
export interface ReleaseSource {
  store: ReleaseStore;
  /** Where server entries are put to be imported. */
  cacheDir: string;
  log: Log;
  /** Throws when a release cannot go live, whatever its bytes. */
  tryOut(release: LoadedRelease): Promise<void>;
  /** Reads a release's code ahead of its visitors; never fails. */
  warm?(release: LoadedRelease): Promise<void>;
  /** Called with each new set once it is live. */
  keep?(set: ReleaseSet): Promise<void>;
  /** Called when a set has taken the place of another; never fails. */
  purge?(before: ReleaseSet, now: ReleaseSet): Promise<void>;
}

interface Asked {
  version: string;
  /** Of its manifest, when the registry names it. */
  integrity?: string;
}

/** The release as far as its app is trusted now. */
function asTrusted({ store }: ReleaseSource, app: AppName, release: LoadedRelease): LoadedRelease {
  const isFramed = store.trust.pinsOf(app)?.trust === 'framed';
  return (release.isFramed ?? false) === isFramed ? release : { ...release, isFramed };
}

/** A published release, tried out; a remote's code is read when it is wanted. @throws ReleaseError when it does not hold */
async function openRelease(source: ReleaseSource, app: AppName, { version, integrity }: Asked): Promise<LoadedRelease> {
  const { manifest } = await readRelease(source.store, app, version, integrity);
  const release = { manifest, code: new ServerCode(source, manifest) };
  await source.tryOut(release);
  return asTrusted(source, app, release);
}

/** A published release, read and tried out. @throws ReleaseError when it does not hold */
export async function loadRelease(source: ReleaseSource, app: AppName, asked: Asked): Promise<LoadedRelease> {
  const release = await openRelease(source, app, asked);
  await release.code.read();
  return release;
}

interface Choice {
  release?: LoadedRelease | undefined;
  refused: string[];
}

/** Which release of an app to serve: the one that the registry calls live, else the one before. */
async function choose(
  source: ReleaseSource,
  app: AppName,
  { live, previous }: AppReleases,
  known: LoadedRelease | undefined,
  load: typeof loadRelease,
): Promise<Choice> {
  const refused: string[] = [];
  // What was retired is gone, whatever was live before it.
  if (!live) return { refused };
  for (const deployment of [live, previous]) {
    if (!deployment) continue;
    const { version } = deployment.metadata;
    if (known?.manifest.version === version) return { release: known, refused };
    try {
      return { release: await load(source, app, deployment.metadata), refused };
    } catch (error) {
      refused.push(`${app} ${version}: ${reason(error)}`);
      if (known) return { release: known, refused };
    }
  }
  return { refused };
}

/** The canary of an app; one that does not hold is nobody's. */
async function canaryOf(
  source: ReleaseSource,
  app: AppName,
  deployment: Deployment | undefined,
  before: ReleaseSet | undefined,
  load: typeof loadRelease,
): Promise<{ canary?: RunningCanary; refused: string[] }> {
  if (!deployment) return { refused: [] };
  const { version } = deployment.metadata;
  const loaded = [...(before?.canaries.map(({ release }) => release) ?? []), ...Object.values(before?.apps ?? {})];
  const known = loaded.find(({ manifest }) => manifest.app === app && manifest.version === version);
  try {
    const release = known ?? (await load(source, app, deployment.metadata));
    return { canary: { release, percent: deployment.deployment.traffic, deployment }, refused: [] };
  } catch (error) {
    return { refused: [`${app} ${version}: ${reason(error)}`] };
  }
}

/**
 * Loads what the registry, as far as it is followed, calls live. An app whose live release is invalid keeps `before`,
 * or takes an older one.
 * Whatever is wrong with one app, the others are loaded.
 * @param before none at a start, which does not wait for the code of remotes: whoever starts reads it then
 * @returns the set, and what was refused and why
 */
export async function loadReleaseSet(
  source: ReleaseSource,
  site: SiteReleases,
  before: ReleaseSet | undefined,
): Promise<{ set: ReleaseSet; refused: string[] }> {
  const load = before ? loadRelease : openRelease;
  const { apps: listed, malformed } = site;
  // An app whose entry went bad meanwhile keeps what it has.
  const names = [...Object.keys(listed), ...Object.keys(malformed).filter((app) => before?.apps[app])];
  // Its frame is made while the others are read.
  names.sort((one, other) => Number(other === 'shell') - Number(one === 'shell'));
  const chosen = await boundedMap(names, source.store.readsAtOnce, async (app) => ({
    app,
    ...(await choose(source, app, listed[app] ?? {}, before?.apps[app], load)),
  }));
  const canaries = await Promise.all(names.map((app) => canaryOf(source, app, listed[app]?.canary, before, load)));
  const refused = [
    ...Object.values(malformed),
    ...site.refused,
    ...[...chosen, ...canaries].flatMap((choice) => choice.refused),
  ];
  const apps: ReleaseSet['apps'] = {};
  const absent: ReleaseSet['absent'] = { ...site.absentPaths };
  for (const { app, release } of chosen) {
    const held = release ?? (malformed[app] ? before?.apps[app] : undefined);
    const { live } = listed[app] ?? {};
    if (held) {
      apps[app] = held;
      delete absent[app];
    } else if (live) absent[app] = live.extras.routes;
  }
  for (const [app, release] of Object.entries(apps)) apps[app] = asTrusted(source, app, release);
  const running = canaries.flatMap(({ canary }) =>
    canary ? [{ ...canary, release: asTrusted(source, canary.release.manifest.app, canary.release) }] : [],
  );
  return { set: { id: setId(apps), apps, absent, canaries: running }, refused };
}

/** Differs whenever any release does. */
export const setId = (apps: ReleaseSet['apps']): string => {
  const versions = Object.entries(apps).map(
    ([app, { manifest, devOrigin, isFramed }]) => `${app} ${devOrigin ?? manifest.version}${isFramed ? ' framed' : ''}`,
  );
  return createHash('sha256').update(versions.sort().join('\n')).digest('hex').slice(0, 16);
};
