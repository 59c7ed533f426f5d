import type { EndedGuest, GuestWatcher, PoolGuest } from '../guests/pool/guest';
import type { RenderTask } from '../guests/render-task';

/** A guest without a process. It resolves every task at once with `page`. */
export function answeringGuest({ onChange }: GuestWatcher): PoolGuest {
  const guest: PoolGuest = {
    pid: undefined,
    ended: new Promise<EndedGuest>(() => {}),
    isReady: true,
    isIdle: true,
    isFree: true,
    isComputing: false,
    canTake: () => true,
    take: (task: RenderTask) => task.resolve('page'),
    load: () => onChange(guest),
    kill: () => {},
  };
  return guest;
}
