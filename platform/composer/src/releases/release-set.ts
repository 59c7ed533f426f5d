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
  /** Its server entry. `id` is unique to its bytes; `read` verifies them against the manifest. */
  code: { id: string; read(): Promise<string> };
  /** Origin of a development server that serves its browser code instead. */
  devOrigin?: string;
  /** True when the release was built from the development server's sources, so that its HTML and styles match. */
  isOfSources?: boolean;
  /** True when its browser part runs in an iframe of an opaque origin: RELEASE_KEYS marks its app as isolated. */
  isIsolated?: boolean;
}

/** A release that a share of visitors gets instead of the live one. */
export interface RunningCanary {
  release: LoadedRelease;
  percent: number;
  deployment: Deployment;
}

/** Returns the key of a canary's run, as its evidence has it. A canary started again is another run. */
export const runOf = ({ release: { manifest }, deployment }: RunningCanary): string =>
  evidenceKey(manifest.app, manifest.version, deployment.extras.startedAt);

/** A preview's releases, for its bar. */
export interface PreviewedSet {
  /** Author and end (ISO 8601); both empty for a developer's override. */
  by: string;
  until: string;
  /** `version` is an origin for a developer's own server. */
  releases: { app: AppName; version: string; live: string | undefined }[];
  /** Edited content of the layout, if that is previewed. */
  content?: SiteContent;
  /** Why it cannot be shown, if so. */
  refused?: string;
}

/** The releases that a page is composed from. */
export interface ReleaseSet {
  /** Changes with any release. */
  id: string;
  apps: Record<AppName, LoadedRelease>;
  /** Paths of live apps that cannot be loaded: their pages are unavailable, not unknown. */
  absent: Record<AppName, readonly string[]>;
  /** Paths of retired apps, whoever owns them now. */
  retired?: readonly string[];
  canaries: RunningCanary[];
  /** Changes with the trusted keys. */
  trust?: string;
  /** Set for a visitor with a preview. */
  preview?: PreviewedSet;
}

export const releaseKey = ({ app, version }: Pick<ReleaseManifest, 'app' | 'version'>): string => `${app} ${version}`;

export const versionsOf = ({ apps }: Pick<ReleaseSet, 'apps'>): Record<AppName, string> =>
  Object.fromEntries(Object.entries(apps).map(([app, { manifest }]) => [app, manifest.version]));

export const releasesOf = ({ apps, canaries }: Pick<ReleaseSet, 'apps' | 'canaries'>): LoadedRelease[] => [
  ...Object.values(apps),
  ...canaries.map(({ release }) => release),
];

/** Returns an app's release. Own properties only: a name from a visitor may be `constructor`. */
export const releaseOf = ({ apps }: Pick<ReleaseSet, 'apps'>, app: string): LoadedRelease | undefined =>
  Object.hasOwn(apps, app) ? apps[app] : undefined;

/** Whether a set is one visitor's preview: its pages are neither cached nor counted. */
export const isPersonal = ({ preview }: ReleaseSet): boolean => preview !== undefined;

/** Memoises a function by set. */
export function oncePerSet<Made>(make: (set: ReleaseSet) => Made): (set: ReleaseSet) => Made {
  const made = new WeakMap<ReleaseSet, Made>();
  return (set) => made.getOrInsertComputed(set, make);
}

/** Returns a set with these apps' browser code from the development servers of `npm run dev`. */
export const withDevServers = (servers: Readonly<Record<AppName, string>>) =>
  oncePerSet((set) => {
    const apps = Object.entries(set.apps).map(([app, release]) => {
      const server = servers[app];
      return [app, server ? { ...release, devOrigin: server, isOfSources: true } : release];
    });
    return { ...set, apps: Object.fromEntries(apps) };
  });

/** Returns a set without canaries, for visitors who get no variant. */
export const withoutCanaries = oncePerSet((set) => (set.canaries.length === 0 ? set : { ...set, canaries: [] }));

export interface ReleaseSource {
  store: ReleaseStore;
  /** Folder where the composer records the steps it followed. */
  cacheDir: string;
  log: Log;
  /** Renders a valid release on trial. @throws when it cannot go live */
  tryOut(release: LoadedRelease): Promise<void>;
  /** Loads a release's code before its visitors; never fails. */
  warm?(release: LoadedRelease): Promise<void>;
  /** Called with each new set once it is live. */
  keep?(set: ReleaseSet): Promise<void>;
  /** Called when a set has replaced another; never fails. */
  purge?(before: ReleaseSet, now: ReleaseSet): Promise<void>;
}

/** A version, with its manifest's integrity when the registry names it. */
type Asked = Pick<Deployment['metadata'], 'version'> & Partial<Deployment['metadata']>;

/** Returns a release with the trust that its app has now. */
function asTrusted({ store }: ReleaseSource, app: AppName, release: LoadedRelease): LoadedRelease {
  const isIsolated = store.trust.pinsOf(app)?.trust === 'isolated';
  return (release.isIsolated ?? false) === isIsolated ? release : { ...release, isIsolated };
}

/** Opens a published release and tries it; a remote's code is read on demand. @throws ReleaseError when it is not valid */
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

/** Loads a published release with its code, and tries it. @throws ReleaseError when it is not valid */
export async function loadRelease(source: ReleaseSource, app: AppName, asked: Asked): Promise<LoadedRelease> {
  const release = await openRelease(source, app, asked);
  await release.code.read();
  return release;
}

/**
 * Loads the registry's live releases. An app whose live release is invalid keeps that of `before`, or gets its previous one.
 * @param before undefined at a start, which does not wait for remotes' code
 */
export async function loadReleaseSet(
  source: ReleaseSource,
  site: SiteReleases,
  before: ReleaseSet | undefined,
): Promise<{ set: ReleaseSet; refused: string[] }> {
  const { apps: listed, malformed } = site;
  const refused = [...Object.values(malformed), ...site.refused];
  const loaded = before ? releasesOf(before) : [];

  /** Loads a release; undefined, with a sentence in `refused`, when it is not valid. */
  const load = async (app: AppName, { metadata }: Deployment): Promise<LoadedRelease | undefined> => {
    try {
      return await (before ? loadRelease : openRelease)(source, app, metadata);
    } catch (error) {
      refused.push(`${app} ${metadata.version}: ${reason(error)}`);
      return undefined;
    }
  };

  /** Returns the registry's live release, else the one served now, else the previous one. */
  const choose = async (app: AppName): Promise<LoadedRelease | undefined> => {
    const { live, previous } = listed[app] ?? {};
    const known = before?.apps[app];
    // A retired app has no release. An app whose entry became malformed keeps the one it has.
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
  // The shell first: its layout is rendered while the others are read.
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

/** Returns an id that changes with any release. */
export const setId = (apps: ReleaseSet['apps']): string => {
  const versions = Object.entries(apps).map(
    ([app, { manifest, devOrigin, isIsolated }]) =>
      `${app} ${devOrigin ?? manifest.version}${isIsolated ? ' isolated' : ''}`,
  );
  return createHash('sha256').update(versions.sort().join('\n')).digest('hex').slice(0, 16);
};
