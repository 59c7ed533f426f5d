import type { PublicConfig } from '@wholepage/contracts/config';
import type { TextFile } from '@wholepage/contracts/release';
import type { Renderer } from '../guests/renderer';
import { fileSecurityHeaders } from '../http/response/security-headers';
import { StoredResponse } from '../http/response/send';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import type { RenderedPage } from './cache/page-cache';

const MAX_AGE_SECONDS = 300;

/** A file that a release makes when it is asked for, and the release whose path it is. */
export interface OwnedFile extends TextFile {
  release: LoadedRelease;
}

/** @returns undefined for a path at which no release of the set has a file */
export function textFileAt(set: ReleaseSet, path: string): OwnedFile | undefined {
  for (const release of Object.values(set.apps)) {
    const file = release.manifest.textFiles?.find((each) => each.path === path);
    if (file) return { ...file, release };
  }
  return undefined;
}

/** @throws RenderError when the release makes no text of it */
export async function makeTextFile(
  { release, path, type }: OwnedFile,
  renderer: Pick<Renderer, 'file'>,
  config: PublicConfig,
): Promise<RenderedPage> {
  const text = await renderer.file(release, { path, config });
  const headers = {
    // A browser shows XML as a document: with this policy it runs nothing.
    ...fileSecurityHeaders(type),
    'content-type': `${type}; charset=utf-8`,
    'cache-control': `public, max-age=${MAX_AGE_SECONDS}`,
    'cross-origin-resource-policy': 'cross-origin',
  };
  return {
    response: new StoredResponse(200, headers, Buffer.from(text)),
    maxAge: MAX_AGE_SECONDS,
    complete: true,
    hasContent: true,
  };
}

/**
 * A service worker that ends the one it replaces. Browsers look for a new version at the old address, whatever page is
 * shown. Without it a former site answers from its caches for years. Its pages are reloaded.
 */
const PROGRAM = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: 'window' })) await page.navigate(page.url);
})()));
`;

/** What the addresses in `retiredWorkers` of a site answer. No page of ours registers it: their policy refuses workers. */
export const retiredWorker = new StoredResponse(
  200,
  { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
  Buffer.from(PROGRAM),
);
