import type { RenderTask } from '../render-task';
import type { Guest } from './guest';
import type { GuestEnd } from './process/guest-process';

/** How a guest ended, and what it had under way. */
export interface EndedGuest extends GuestEnd {
  wasReady: boolean;
  /** The one that computed; undefined when none did. */
  computing: RenderTask | undefined;
  /** Those that waited for the API. */
  waiting: RenderTask[];
}

/** What a pool does with a guest. */
export type PoolGuest = Pick<
  Guest,
  'pid' | 'ended' | 'isReady' | 'isIdle' | 'isFree' | 'isComputing' | 'canTake' | 'take' | 'load' | 'refuse' | 'kill'
>;

export interface GuestWatcher {
  /** It is ready, or could take more. */
  onChange(guest: PoolGuest): void;
  /** The composer worked for it for so long. */
  onWork(ms: number): void;
  /** These were sent to it, and it does not begin them: another may have them. */
  onTakenBack(tasks: readonly RenderTask[]): void;
}
