import { overlayStore } from './overlay-store';

/** Shorter waits show nothing, because the indicator itself costs a frame. */
const PATIENCE_MS = 150;

let telling: ReturnType<typeof setTimeout> | undefined;

/** Says that the next page is on its way, once that takes long. */
export function tellBusy(busy: boolean): void {
  if (busy) {
    telling ??= setTimeout(() => overlayStore.set({ busy }), PATIENCE_MS);
    return;
  }
  clearTimeout(telling);
  telling = undefined;
  if (overlayStore.get().busy) overlayStore.set({ busy });
}
