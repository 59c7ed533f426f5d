import type { Guest } from '../guests/pool/guest';
import type { GuestWatcher } from '../guests/pool/guest-watcher';
import type { RenderTask } from '../guests/render-task';

/** A guest without a process, which answers every task at once with `page`. */
export function answeringGuest({ onChange }: GuestWatcher): Guest {
  const guest = {
    ended: new Promise(() => {}),
    isReady: true,
    isIdle: true,
    isFree: true,
    canTake: () => true,
    take: (task: RenderTask) => task.resolve('page'),
    load: () => onChange(guest),
    kill: () => {},
  } as unknown as Guest;
  return guest;
}
