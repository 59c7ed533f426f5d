import type { PublicConfig } from '@wholepage/contracts/config';
import type { TextFile } from '@wholepage/contracts/release';
import type { Renderer } from '../guests/renderer';
import { fileSecurityHeaders } from '../http/response/security-headers';
import { StoredResponse } from '../http/response/stored-response';
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
