import { EventScope } from '@wholepage/shell-kit/events/site-events';
import type { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import { ABOUT_ATTRIBUTE, type ShellApi } from 'site/shell';

/** Creates the API that remotes get from the shell. */
export function createShellApi(navigator: Pick<Navigator, 'navigate' | 'setHead'>): ShellApi {
  return {
    openEnquiry,
    alert: (text) =>
      new Promise((resolve) => {
        // One alert at a time: a new one closes the previous one.
        overlayStore.get().alert?.close();
        overlayStore.set({
          alert: {
            text,
            close() {
              overlayStore.set({ alert: undefined });
              resolve();
            },
          },
        });
      }),
    toast: (text) => overlayStore.set({ toast: text }),
    navigate: (path) => navigator.navigate(path),
    setHead: (head) => navigator.setHead(head),
    // For the layout. The host gives each remote its own `fail`, which knows the remote.
    fail: (error) => console.error('The layout failed.', error),
    // The layout declares no events of its own.
    events: new EventScope('shell', () => undefined, console.error),
  };
}

/** State of the overlays. The layout shows them; the shell's API changes them. */
export interface Overlays {
  /** True while the drawer is open. */
  drawer: boolean;
  /** Set while the enquiry is open. Its message begins with `about`. */
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
    // An unchanged state renders nothing.
    if (Object.entries(change).every(([name, value]) => Reflect.get(overlays, name) === value)) return;
    overlays = { ...overlays, ...change };
    for (const listener of listeners) listener();
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Closes alert, drawer and enquiry when a page is left: over the next page they would keep the focus from its heading. */
export function closeOverlays(): void {
  overlayStore.get().alert?.close();
  overlayStore.set({ drawer: false, enquiry: undefined });
}

export const hideToast = (): void => overlayStore.set({ toast: undefined });

/** Opens the enquiry modal. Its message begins with the subject of the focused part of the page, or else of the page. */
export function openEnquiry(): void {
  const marked = `[${ABOUT_ATTRIBUTE}]`;
  const part = document.activeElement?.closest(marked) ?? document.querySelector(`main ${marked}`);
  overlayStore.set({ enquiry: { about: part?.getAttribute(ABOUT_ATTRIBUTE) ?? undefined } });
}

/** Shorter waits show nothing, because the indicator itself costs a frame. */
export const PATIENCE_MS = 150;

let telling: ReturnType<typeof setTimeout> | undefined;

/** Notes that the next page is loading, or no longer is. The indicator is shown after {@link PATIENCE_MS}. */
export function tellBusy(busy: boolean): void {
  if (busy) {
    closeOverlays();
    telling ??= setTimeout(() => overlayStore.set({ busy }), PATIENCE_MS);
    return;
  }
  clearTimeout(telling);
  telling = undefined;
  overlayStore.set({ busy });
}
