import type { PublicConfig } from '@wholepage/contracts/config';
import { RenderTimeoutError } from '../guests/errors';
import type { Renderer } from '../guests/renderer';
import type { LoadedRelease } from './release-set';

/** A machine that starts everything at once may be too slow for the first one, whose code is read on the way. */
const TRIES = 2;

const isTimeout = (error: unknown): boolean => error instanceof Error && error.cause instanceof RenderTimeoutError;

/**
 * Tries a release out before any page is made from it. Every page needs a frame, so a shell that makes none is refused.
 * A remote is not tried, for its pages are made from the browser's code when the server's fails.
 * @throws RenderError when the release cannot go live
 */
export async function tryOut(
  renderer: Pick<Renderer, 'frame'>,
  release: LoadedRelease,
  config: PublicConfig,
): Promise<void> {
  if (release.manifest.app !== 'shell') return;
  for (let tries = 1; ; tries += 1) {
    try {
      await renderer.frame(release, { path: '/', status: 200, config });
      return;
    } catch (error) {
      if (tries === TRIES || !isTimeout(error)) throw error;
    }
  }
}
