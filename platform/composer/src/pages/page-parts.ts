import { createHash } from 'node:crypto';
import { isolatedEntryPath } from '@wholepage/contracts/isolated';
import type { LiveSet, RemoteOnPage, SetDocument } from '@wholepage/contracts/page';
import {
  type ReleaseManifest,
  type ReleaseRoute,
  releaseFilePath,
  SHELL,
  type TextFile,
} from '@wholepage/contracts/release';
import type { RenderedPage } from '@wholepage/contracts/render';
import { matchRoute } from '@wholepage/page-rules/address';
import { LRUCache } from 'lru-cache';
import { type StoredResponse, storedText } from '../http/response/send';
import { type LoadedRelease, oncePerSet, type ReleaseSet } from '../releases/release-set';

/** Path of the entry on a remote's development server (`platform/tooling/src/dev`). */
const DEV_ENTRY_PATH = '/_remote/entry.js';
/** Version of a build in development, whose code changes in the open page without a page load. No release has it. */
export const IN_DEVELOPMENT = '0.0.0-development';

export const releaseUrl = (manifest: ReleaseManifest, file: string): string =>
  `/_releases/${releaseFilePath(manifest, file)}`;

/** Returns a file's integrity from the manifest; empty for a file that it does not list. */
export const promisedIntegrity = (manifest: ReleaseManifest, file: string): string =>
  manifest.files[file]?.integrity ?? '';

export interface FirstFont {
  href: string;
  media?: string | undefined;
}

export const fontsOf = ({ manifest }: LoadedRelease): FirstFont[] =>
  (manifest.entry.fonts ?? []).map((file) => ({ href: releaseUrl(manifest, file), media: manifest.entry.fontsMedia }));

export interface PageFiles {
  manifest: ReleaseManifest;
  js: readonly string[];
  css: readonly string[];
}

export interface Owner {
  name: string;
  release: LoadedRelease;
  route: ReleaseRoute;
}

export function ownerOf(set: ReleaseSet, path: string): Owner | undefined {
  for (const [name, release] of Object.entries(set.apps)) {
    const route = release.manifest.routes.find((candidate) => matchRoute(candidate.path, path));
    if (route) return { name, release, route };
  }
  return undefined;
}

/** Whether the path belongs to a live app whose release cannot be loaded. */
export const isAbsent = ({ absent }: ReleaseSet, path: string): boolean =>
  Object.values(absent).some((routes) => routes.some((route) => matchRoute(route, path)));

/**
 * Returns the Trusted Types policies of all apps of a set, because visitors navigate between them; undefined with one
 * in development. Two apps with the same framework create a policy of the same name in one document.
 */
export function policiesOf(set: ReleaseSet): string[] | undefined {
  if (devOriginsOf(set).length > 0) return undefined;
  const inDocument = Object.values(set.apps).filter(({ isIsolated }) => !isIsolated);
  const policies = inDocument.flatMap(({ manifest }) => manifest.policies).sort();
  const names = [...new Set(policies)];
  return names.length < policies.length ? [...names, "'allow-duplicates'"] : names;
}

/** Returns the apps whose browser part runs in an iframe of an opaque origin. */
const isolatedIn = ({ apps }: ReleaseSet): string[] => Object.keys(apps).filter((app) => apps[app]?.isIsolated);

/** Returns the further origins of a page. Pages may hold iframes of the site's origin while an app is isolated. */
export function allowOn(
  set: ReleaseSet,
  owner: Owner | undefined,
  asked: RenderedPage['allow'],
): RenderedPage['allow'] {
  if (isolatedIn(set).length === 0) return asked;
  // Origins that an isolated remote asks for are not for the page around it.
  const allow = owner?.release.isIsolated ? undefined : asked;
  return { ...allow, frame: [...(allow?.frame ?? []), "'self'"] };
}

export const devOriginsOf = ({ apps }: ReleaseSet): string[] =>
  Object.values(apps).flatMap(({ devOrigin }) => devOrigin ?? []);

const pageVersions = oncePerSet(() => new Map<string, string>());

/** Returns a key of the releases that a remote's pages are rendered from; other releases do not change them. */
export function pageVersion(set: ReleaseSet, remote: string): string {
  const keys = pageVersions(set);
  const known = keys.get(remote);
  if (known) return known;
  const versions = [SHELL, remote].map((app) => set.apps[app]?.manifest.version ?? '');
  // While an app is isolated, every page's policy allows iframes.
  const goals = set.canaries.flatMap(({ deployment }) => deployment.extras.experiment?.goal ?? []);
  const key = [...versions, ...(policiesOf(set) ?? ['none']), ...isolatedIn(set), ...goals].join(' ');
  keys.set(remote, key);
  return key;
}

/**
 * Returns a release as the browser gets it, with these routes. An isolated remote is represented by the platform's
 * entry, one in development by its server's. Such entries fetch their own files, and have no known integrity.
 */
export function remoteOnPage(
  { manifest, devOrigin, isIsolated }: LoadedRelease,
  routes: readonly ReleaseRoute[],
): RemoteOnPage {
  const { app, version, entry } = manifest;
  const isolated = isIsolated ? isolatedEntryPath(app) : undefined;
  const apart = devOrigin ? devOrigin + DEV_ENTRY_PATH : isolated;
  const urls = (files: readonly string[]) => (apart ? [] : files.map((file) => releaseUrl(manifest, file)));
  return {
    name: app,
    version: devOrigin ? IN_DEVELOPMENT : version,
    entry: apart ?? releaseUrl(manifest, entry.browser),
    integrity: apart ? '' : promisedIntegrity(manifest, entry.browser),
    js: urls(entry.js),
    css: urls(entry.css),
    routes: routes.map(({ path, document, query, js, css }) => ({
      path,
      document,
      ...(query && { query }),
      js: urls(js),
      css: urls(css),
    })),
  };
}

/** Returns the files of a page: the shell's first, whose styles declare the cascade layers, then the remote's. */
export function filesOf(shell: LoadedRelease, owner: Owner | undefined): PageFiles[] {
  const { manifest } = shell;
  const files = [{ manifest, js: manifest.entry.js, css: manifest.entry.css }];
  if (!owner || owner.release.isIsolated) return files;
  const { entry } = owner.release.manifest;
  const { js, css } = owner.route;
  return [...files, wantedOf(owner.release, [...entry.js, ...js], [...entry.css, ...css])];
}

/** Returns the files that a page loads: a release in development brings its own scripts. */
export function wantedOf(
  { manifest, devOrigin, isOfSources }: LoadedRelease,
  js: readonly string[],
  css: readonly string[],
): PageFiles {
  if (!devOrigin) return { manifest, js, css };
  return { manifest, js: [], css: isOfSources ? css : [] };
}

/** Sets kept: a tab fetches a set moments after it learns its id. */
const SETS_KEPT = 20;
const SET_FILE = /^\/_sets\/([\w-]+)\.json$/;
/** Caching of content-addressed files. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

export const jsonDocument = (value: object, caching?: string, more?: Record<string, string>): StoredResponse =>
  storedText('application/json', JSON.stringify(value), caching, more);

/** Documents of a set: its remotes, and its id as the live one. Not in pages, or every release would change every page. */
const documentsOf = oncePerSet(({ apps }) => {
  const { [SHELL]: shellRelease, ...others } = apps;
  const remotes = Object.values(others).map((release) => remoteOnPage(release, release.manifest.routes));
  const shell = shellRelease?.manifest.version ?? '';
  const id = shortHash(JSON.stringify([shell, remotes]));
  const list = jsonDocument({ id, shell, remotes } satisfies SetDocument, IMMUTABLE);
  return { id, list, pointer: jsonDocument({ id } satisfies LiveSet) };
});

export class SetDocuments {
  private readonly lists = new LRUCache<string, StoredResponse>({ max: SETS_KEPT });

  /** @returns undefined for any other path, and for a set that this composer does not know */
  find(path: string, current: ReleaseSet): StoredResponse | undefined {
    const asked = SET_FILE.exec(path)?.[1];
    if (!asked) return undefined;
    const { id, list, pointer } = documentsOf(current);
    // A browser that learns a set's id fetches its document next.
    this.lists.set(id, list);
    return asked === 'live' ? pointer : this.lists.get(asked);
  }
}

/** A file that a release renders on request, with its release. */
export interface OwnedFile extends TextFile {
  release: LoadedRelease;
}

export function textFileAt(set: ReleaseSet, path: string): OwnedFile | undefined {
  for (const release of Object.values(set.apps)) {
    const file = release.manifest.textFiles.find((each) => each.path === path);
    if (file) return { ...file, release };
  }
  return undefined;
}
