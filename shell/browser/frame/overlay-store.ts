/** What lies over the page. The frame shows it; the shell's API changes it. */
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
    overlays = { ...overlays, ...change };
    for (const listener of listeners) listener();
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
