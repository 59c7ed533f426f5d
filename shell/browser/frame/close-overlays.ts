import { overlayStore } from './overlay-store';

/** Closes what lies over the page that somebody leaves: over the next one it would keep its heading from the focus. */
export function closeOverlays(): void {
  overlayStore.get().alert?.close();
  overlayStore.set({ drawer: false, enquiry: undefined });
}
