import { ABOUT_ATTRIBUTE } from 'site/shell';

/** What lies over the page. The layout shows it; the shell's API changes it. */
interface Overlays {
  /** Whether the drawer is open. */
  drawer: boolean;
  /** Open, and what the message begins with. */
  enquiry: { about: string | undefined } | undefined;
  alert: { text: string; close(): void } | undefined;
  toast: string | undefined;
  busy: boolean;
}

type Listener = () => void;

let overlays: Overlays = { drawer: false, enquiry: undefined, alert: undefined, toast: undefined, busy: false };
const listeners = new Set<Listener>();

export const overlayStore = {
  get: (): Overlays => overlays,
  set(change: Partial<Overlays>): void {
    overlays = { ...overlays, ...change };
    for (const listener of listeners) listener();
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Closes what lies over the page that somebody leaves: over the next one it would keep its heading from the focus. */
export function closeOverlays(): void {
  overlayStore.get().alert?.close();
  overlayStore.set({ drawer: false, enquiry: undefined });
}

/** Opens the enquiry modal. Its message begins with what the part of the page that has the focus is about, or the page. */
export function openEnquiry(): void {
  const marked = `[${ABOUT_ATTRIBUTE}]`;
  const part = document.activeElement?.closest(marked) ?? document.querySelector(`main ${marked}`);
  overlayStore.set({ enquiry: { about: part?.getAttribute(ABOUT_ATTRIBUTE) ?? undefined } });
}

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
