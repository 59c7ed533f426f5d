import type { EventDeclarations } from '@wholepage/contracts/events';
import { EventScope } from '@wholepage/shell-kit/events/site-events';
import type { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import type { ShellApi } from 'site/shell';
import { openEnquiry, overlayStore } from './layout/overlay-store';

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
