import { SLOT_ID } from 'contracts/page';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { triggerAppChange } from 'single-spa';
// Parts that only the server renders have styles all the same.
import './frame/Footer/Footer.module.css';
import './frame/NotFound/NotFound.module.css';
import { LiveFrame } from './frame/LiveFrame';
import { overlayStore } from './frame/overlay-store';
import { Navigator } from './navigation/navigator';
import { prefetchOnIntent } from './navigation/prefetch';
import { readPageState } from './page-state';
import { registerRemotes } from './remotes/register';
import { RemoteHost } from './remotes/remote-host';
import { Slot } from './remotes/slot';
import { createShellApi } from './shell-api';

/** Brings the server-made page to life: the frame first, then the remote of this address. */
export function start(): void {
  const state = readPageState();
  const root = document.getElementById('app');
  const slot = document.getElementById(SLOT_ID);
  if (!root || !slot) throw new Error('The page has no frame: it was not made by the composer.');

  const navigator = new Navigator({
    state,
    onBusy: (busy) => overlayStore.set({ busy }),
    onUnreachable: () => host.showFailure(),
    onRetry: () => host.retry(),
  });
  const shell = createShellApi(navigator);
  const host: RemoteHost = new RemoteHost({
    state,
    slot: new Slot(slot),
    shell: {
      ...shell,
      setHead: (head) => {
        host.arrived();
        shell.setHead(head);
      },
    },
    hasNavigated: () => navigator.hasNavigated,
    recover: () => navigator.recover(),
    onRestored: () => navigator.settle(),
    onFailureShown: () => navigator.showFailure(),
    onRetry: () => navigator.retry(),
    reroute: () => void triggerAppChange(),
  });
  startTransition(() => {
    hydrateRoot(root, <LiveFrame state={state} shell={shell} initialPath={window.location.pathname} />, {
      identifierPrefix: 'shell-',
    });
  });
  navigator.listen();
  prefetchOnIntent(state.remotes);
  registerRemotes(state.remotes, host);
}
