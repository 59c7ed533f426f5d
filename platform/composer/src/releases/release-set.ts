import { createHash } from 'node:crypto';
import { type AppName, type Deployment, type ReleaseManifest, SHELL } from '@wholepage/contracts/release';
import { evidenceKey } from '@wholepage/releases/canary/cohort';
import { readRelease, readReleaseFile } from '@wholepage/releases/manifest';
import type { SiteReleases } from '@wholepage/releases/registry/follow';
import { boundedMap, type ReleaseStore } from '@wholepage/releases/store/store';
import { type Log, reason } from '../log';
import type { SiteContent } from '../settings/site/site-configs';

export interface LoadedRelease {
  manifest: ReleaseManifest;
  /** Of its server entry: `id` is unique to its bytes. Whoever runs it reads it here, where it is held against the manifest. */
  code: { id: string; read(): Promise<string> };
  /** Origin of a development server that serves the browser's code in its place. */
  devOrigin?: string;
  /** The release is built from the sources that the development server serves: its HTML and its styles hold. */
  isOfSources?: boolean;
  /** Its browser part runs in a frame of an opaque origin, as RELEASE_KEYS says of apps that are not trusted. */
  isIsolated?: boolean;
}

/** A release that a share of the visitors gets instead of the live one. */
export interface RunningCanary {
  release: LoadedRelease;
  percent: number;
  deployment: Deployment;
}

/** Names one run of a canary, as its evidence does: one that was stopped and started again is another. */
export const runOf = ({ release: { manifest }, deployment }: RunningCanary): string =>
  evidenceKey(manifest.app, manifest.version, deployment.extras.startedAt);

/** What a preview lays over the live site, for its bar. */
export interface PreviewedSet {
  /** Both empty of what a developer asks for by its name. */
  by: string;
  until: string;
  /** A version is the origin of a server where that is the developer's own. */
  releases: { app: AppName; version: string; live: string | undefined }[];
  /** What the layout says in place of its content, where that is what is looked at. */
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
  /** Paths of apps that were retired, whoever owns them by now. */
  retired?: readonly string[];
  canaries: RunningCanary[];
  /** Differs whenever the keys do that are trusted. */
  trust?: string;
  /** Set when it is made for one visitor: who has the address of a preview, or a developer. */
  preview?: PreviewedSet;
}

export const releaseKey = ({ app, version }: Pick<ReleaseManifest, 'app' | 'version'>): string => `${app} ${version}`;

export const versionsOf = ({ apps }: Pick<ReleaseSet, 'apps'>): Record<AppName, string> =>
  Object.fromEntries(Object.entries(apps).map(([app, { manifest }]) => [app, manifest.version]));

export const releasesOf = ({ apps, canaries }: Pick<ReleaseSet, 'apps' | 'canaries'>): LoadedRelease[] => [
  ...Object.values(apps),
  ...canaries.map(({ release }) => release),
];

/** The release of an app in this set. Its name may come from a visitor: `constructor` names no app, though every object has one. */
export const releaseOf = ({ apps }: Pick<ReleaseSet, 'apps'>, app: string): LoadedRelease | undefined =>
  Object.hasOwn(apps, app) ? apps[app] : undefined;

/** Whether a set is made for one visitor: what is made of it is kept for nobody, and counted nowhere. */
export const isPersonal = ({ preview }: ReleaseSet): boolean => preview !== undefined;

/** The release, with the browser's code from a development server. */
export function inDevelopment(release: LoadedRelease, devOrigin: string): LoadedRelease {
  // Nobody knows which policies a build makes that was never described.
  const { policies: _policies, ...manifest } = release.manifest;
  return { ...release, manifest, devOrigin };
}

/** What is made of a set: once, and the same object from then on. */
export function oncePerSet<Made>(make: (set: ReleaseSet) => Made): (set: ReleaseSet) => Made {
  const made = new WeakMap<ReleaseSet, Made>();
  return (set) => made.getOrInsertComputed(set, make);
}

/** The same set with the browser's code of these apps from the development servers of `npm run dev`. */
export const withDevServers = (servers: Readonly<Record<AppName, string>>) =>
  oncePerSet((set) => {
    const apps = Object.entries(set.apps).map(([app, release]) => {
      const server = servers[app];
      return [app, server ? { ...inDevelopment(release, server), isOfSources: true } : release];
    });
    return { ...set, apps: Object.fromEntries(apps) };
  });

/** The same set for whoever may not be drawn. */
export const withoutCanaries = oncePerSet((set) => (set.canaries.length === 0 ? set : { ...set, canaries: [] }));

export interface ReleaseSource {
  store: ReleaseStore;
  /** Where the composer notes which steps it followed. */
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

/** With the integrity of its manifest when the registry names it. */
type Asked = Pick<Deployment['metadata'], 'version'> & Partial<Deployment['metadata']>;

/** The release as far as its app is trusted now. */
function asTrusted({ store }: ReleaseSource, app: AppName, release: LoadedRelease): LoadedRelease {
  const isIsolated = store.trust.pinsOf(app)?.trust === 'isolated';
  return (release.isIsolated ?? false) === isIsolated ? release : { ...release, isIsolated };
}

/** A published release, tried out; a remote's code is read when it is wanted. @throws ReleaseError when it does not hold */
async function openRelease(source: ReleaseSource, app: AppName, { version, integrity }: Asked): Promise<LoadedRelease> {
  const { manifest } = await readRelease(source.store, app, version, integrity);
  const { entry, files } = manifest;
  const code = {
    id: `${app}-${version}-${files[entry.node]?.integrity}`,
    read: async () => (await readReleaseFile(source.store, manifest, entry.node)).toString(),
  };
  const release = { manifest, code };
  await source.tryOut(release);
  return asTrusted(source, app, release);
}

/** A published release, read and tried out. @throws ReleaseError when it does not hold */
export async function loadRelease(source: ReleaseSource, app: AppName, asked: Asked): Promise<LoadedRelease> {
  const release = await openRelease(source, app, asked);
  await release.code.read();
  return release;
}

/**
 * Loads what the registry calls live. An app whose live release is invalid keeps `before`, or takes an older one; the others are loaded.
 * @param before none at a start, which does not wait for the code of remotes
 */
export async function loadReleaseSet(
  source: ReleaseSource,
  site: SiteReleases,
  before: ReleaseSet | undefined,
): Promise<{ set: ReleaseSet; refused: string[] }> {
  const { apps: listed, malformed } = site;
  const refused = [...Object.values(malformed), ...site.refused];
  const loaded = before ? releasesOf(before) : [];

  /** Undefined, with a sentence among those refused, when it does not hold. */
  const load = async (app: AppName, { metadata }: Deployment): Promise<LoadedRelease | undefined> => {
    try {
      return await (before ? loadRelease : openRelease)(source, app, metadata);
    } catch (error) {
      refused.push(`${app} ${metadata.version}: ${reason(error)}`);
      return undefined;
    }
  };

  /** The one that the registry calls live, else what is served, else the one before. */
  const choose = async (app: AppName): Promise<LoadedRelease | undefined> => {
    const { live, previous } = listed[app] ?? {};
    const known = before?.apps[app];
    // What was retired is gone, whatever was live before it. An app whose entry went bad meanwhile keeps what it has.
    if (!live) return malformed[app] ? known : undefined;
    if (known?.manifest.version === live.metadata.version) return known;
    return (await load(app, live)) ?? known ?? (previous && load(app, previous));
  };

  const canaryOf = async (app: AppName): Promise<RunningCanary[]> => {
    const deployment = listed[app]?.canary;
    if (!deployment) return [];
    const { version } = deployment.metadata;
    const known = loaded.find(({ manifest }) => manifest.app === app && manifest.version === version);
    const release = known ?? (await load(app, deployment));
    return release
      ? [{ release: asTrusted(source, app, release), percent: deployment.deployment.traffic, deployment }]
      : [];
  };

  const names = [...Object.keys(listed), ...Object.keys(malformed).filter((app) => before?.apps[app])];
  // Its layout is made while the others are read.
  names.sort((one, other) => Number(other === SHELL) - Number(one === SHELL));
  const chosen = await boundedMap(names, source.store.readsAtOnce, async (app) => ({
    app,
    release: await choose(app),
  }));
  const canaries = (await Promise.all(names.map(canaryOf))).flat();
  const apps: ReleaseSet['apps'] = {};
  const absent: ReleaseSet['absent'] = { ...site.absentPaths };
  for (const { app, release } of chosen) {
    const { live } = listed[app] ?? {};
    if (release) {
      apps[app] = asTrusted(source, app, release);
      delete absent[app];
    } else if (live) absent[app] = live.extras.routes;
  }
  const retired = Object.values(listed).flatMap(({ live, previous }) => (live ? [] : (previous?.extras.routes ?? [])));
  return { set: { id: setId(apps), apps, absent, retired, canaries }, refused };
}

/** Differs whenever any release does. */
export const setId = (apps: ReleaseSet['apps']): string => {
  const versions = Object.entries(apps).map(
    ([app, { manifest, devOrigin, isIsolated }]) =>
      `${app} ${devOrigin ?? manifest.version}${isIsolated ? ' isolated' : ''}`,
  );
  return createHash('sha256').update(versions.sort().join('\n')).digest('hex').slice(0, 16);
};
