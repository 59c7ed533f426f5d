import type { PublicConfig } from '@wholepage/contracts/config';
import type { Renderer } from '../guests/renderer';
import type { LoadedRelease } from './release-set';

/**
 * Tries a release out before any page is made from it. Every page needs a frame, so a shell that makes none is refused.
 * A remote is not tried, for its pages are made from the browser's code when the server's fails.
 * @throws RenderError when the release cannot go live
 */
export async function tryOut(renderer: Renderer, release: LoadedRelease, config: PublicConfig): Promise<void> {
  if (release.manifest.app === 'shell') await renderer.frame(release, { path: '/', found: true, config });
}
