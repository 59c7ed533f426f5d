import type { RemoteOnPage } from 'contracts/page';
import { type ReleaseManifest, releaseFilePath } from 'contracts/release';
import { matchRoute } from 'contracts/route-match';
import { type RemoteName, SHELL } from 'contracts/version';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';

export const releaseUrl = (manifest: ReleaseManifest, file: string): string =>
  `/_releases/${releaseFilePath(manifest, file)}`;

export const integrityOf = (manifest: ReleaseManifest, file: string): string => manifest.files[file]?.integrity ?? '';

/** Files of one release that a page needs. */
export interface PageFiles {
  manifest: ReleaseManifest;
  js: string[];
  css: string[];
}

/** The remote of this set that owns a path, and the route it does so by. */
export function ownerOf(set: ReleaseSet, path: string) {
  for (const [name, release] of Object.entries(set.apps)) {
    const route = release.manifest.routes.find((candidate) => matchRoute(candidate.path, path));
    if (route) return { name, release, route };
  }
  return undefined;
}

/** Whether an app owns this path that is live and of which no release can be had. */
export const isAbsent = ({ absentRoutes }: ReleaseSet, path: string): boolean =>
  absentRoutes.some((route) => matchRoute(route, path));

/** Trusted Types policies of all apps of a set, for a visitor goes from one to the next; undefined when one tells none. */
export function policiesOf(set: ReleaseSet): string[] | undefined {
  const all = Object.values(set.apps).map(({ manifest }) => manifest.policies);
  return all.every((policies) => policies !== undefined) ? all.flat() : undefined;
}

const onPage = (name: RemoteName, { manifest }: LoadedRelease): RemoteOnPage => {
  const urls = (files: string[]) => files.map((file) => releaseUrl(manifest, file));
  const { entry, routes, version } = manifest;
  return {
    name,
    version,
    entry: releaseUrl(manifest, entry.browser),
    integrity: integrityOf(manifest, entry.browser),
    js: urls(entry.js),
    css: urls(entry.css),
    routes: routes.map((route) => ({
      path: route.path,
      document: route.document,
      ...(route.query && { query: route.query }),
      js: urls(route.js),
      css: urls(route.css),
    })),
  };
};

/** The set's remotes as the browser is told of them. */
export const remotesOnPage = (set: ReleaseSet): RemoteOnPage[] =>
  Object.entries(set.apps).flatMap(([name, release]) => (name === SHELL ? [] : [onPage(name, release)]));

/** Files that a page of a remote needs beside the shell's, which come first: its styles declare the cascade layers. */
export function filesOf(shell: LoadedRelease, owner: ReturnType<typeof ownerOf>): PageFiles[] {
  const { manifest } = shell;
  const files = [{ manifest, js: manifest.entry.js, css: manifest.entry.css }];
  if (!owner) return files;
  const { entry } = owner.release.manifest;
  const { js, css } = owner.route;
  return [...files, { manifest: owner.release.manifest, js: [...entry.js, ...js], css: [...entry.css, ...css] }];
}
