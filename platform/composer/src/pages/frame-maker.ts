import type { FrameStatus } from '@wholepage/contracts/page';
import { LRUCache } from 'lru-cache';
import type { FramePieces } from '../guests/answers/answers';
import { GuestBusyError } from '../guests/errors';
import type { Renderer } from '../guests/renderer';
import { type Log, reason } from '../log';
import type { LoadedRelease } from '../releases/release-set';
import type { SiteConfig } from '../settings/site/site-configs';

const FRAMES_KEPT = 100;

export interface Frame {
  pieces: FramePieces;
  /** False when it is another path's, which differs in the marked link. */
  isExact: boolean;
}

/** Too much is asked at once: to ask again at once would be more of it, and nobody has to mend the release. */
const isBusy = (error: unknown): boolean => error instanceof Error && error.cause instanceof GuestBusyError;

/** Makes the shell's frame of a path, once for each release and each state of the site's settings. */
export class FrameMaker {
  private readonly frames = new LRUCache<string, FramePieces>({ max: FRAMES_KEPT });

  constructor(
    private readonly renderer: Pick<Renderer, 'frame'>,
    private readonly log: Log,
  ) {}

  /** @throws RenderError when it cannot be made and no other is there to stand in */
  async make(shell: LoadedRelease, path: string, status: FrameStatus, site: SiteConfig): Promise<Frame> {
    const release = `${shell.code.id} ${site.path}`;
    const key = `${release} ${status} ${path}`;
    const known = this.frames.get(key);
    if (known) return { pieces: known, isExact: true };
    const render = () => this.renderer.frame(shell, { path, status, config: site.config });
    const anyKey = `${release} ${status}`;
    try {
      const pieces = await render().catch((error: unknown) => {
        if (isBusy(error)) throw error;
        return render();
      });
      this.frames.set(key, pieces);
      this.frames.set(anyKey, pieces);
      return { pieces, isExact: true };
    } catch (error) {
      const pieces = this.frames.get(anyKey);
      if (!pieces) throw error;
      const details = { reason: reason(error), path };
      this.log(isBusy(error) ? 'warn' : 'error', 'frame failed, that of another page is sent', details);
      return { pieces, isExact: false };
    }
  }
}
