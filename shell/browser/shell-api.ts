import type { EventDeclarations } from '@wholepage/contracts/events';
import { EventScope } from '@wholepage/shell-kit/events/site-events';
import type { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import { ABOUT_ATTRIBUTE, type ShellApi } from 'site/shell';

/** What the layout tells others: nothing yet. */
const events: EventDeclarations = {};

/** What remotes may ask of the shell. */
export function createShellApi(navigator: Pick<Navigator, 'navigate' | 'setHead'>): ShellApi {
  return {
    openEnquiry,
    alert: (text) =>
      new Promise((resolve) => {
        // One alert at a time: the one before is answered by the next.
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
    // Of a remote its host knows more: each is given a `fail` of its own.
    fail: (error) => console.error('The layout failed.', error),
    events: new EventScope('shell', () => events, console.error),
  };
}

/** What lies over the page. The layout shows it; the shell's API changes it. */
export interface Overlays {
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
    // Nothing is rendered for what is as it was.
    if (Object.entries(change).every(([name, value]) => Reflect.get(overlays, name) === value)) return;
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

export const hideToast = (): void => overlayStore.set({ toast: undefined });

/** Opens the enquiry modal. Its message begins with what the part of the page that has the focus is about, or the page. */
export function openEnquiry(): void {
  const marked = `[${ABOUT_ATTRIBUTE}]`;
  const part = document.activeElement?.closest(marked) ?? document.querySelector(`main ${marked}`);
  overlayStore.set({ enquiry: { about: part?.getAttribute(ABOUT_ATTRIBUTE) ?? undefined } });
}

/** Shorter waits show nothing, because the indicator itself costs a frame. */
export const PATIENCE_MS = 150;

let telling: ReturnType<typeof setTimeout> | undefined;

/** The next page is on its way, or is no longer: that is said once it takes long. */
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
