import { nextTask } from '@wholepage/contracts/next-task';
import { type PageState, SLOT_ID } from '@wholepage/contracts/page';
import type { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { PublicConfig } from 'site/config';
// Parts that only the server renders have styles all the same.
import './frame/Footer/Footer.module.css';
import './frame/NotFound/NotFound.module.css';
import { layOutRest } from '@wholepage/shell-kit/boot/lay-out-rest';
import { watchFragments } from '@wholepage/shell-kit/fragments/watch-fragments';
import { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import { prefetchOnIntent } from '@wholepage/shell-kit/navigation/prefetch';
import { Releases } from '@wholepage/shell-kit/remotes/releases';
import { RemoteHost } from '@wholepage/shell-kit/remotes/remote-host';
import { Routing } from '@wholepage/shell-kit/remotes/routing';
import { Slot } from '@wholepage/shell-kit/remotes/slot';
import { type Reported, reportFailure } from '@wholepage/shell-kit/reports/report';
import { watchVisit } from '@wholepage/shell-kit/reports/watch-visit';
import { closeOverlays } from './frame/close-overlays';
import { LiveFrame } from './frame/LiveFrame';
import { tellBusy } from './frame/tell-busy';
import { createShellApi } from './shell-api';

/** Brings the server-made page to life: the frame first, then the remote of this address. */
export async function start(state: PageState, config: PublicConfig, events: HeldEvents): Promise<void> {
  const root = document.getElementById('app');
  const slot = document.getElementById(SLOT_ID);
  if (!root || !slot) throw new Error('The page has no frame: it was not made by the composer.');
  // A copy of the page is work for a task of its own.
  const served = new Slot(slot);
  await nextTask();

  const releases = new Releases(state);
  const navigator = new Navigator({
    config,
    releases,
    onBusy: (busy) => {
      if (busy) closeOverlays();
      tellBusy(busy);
    },
    startRouting: () => routing.start(),
    onOwner: (name) => routing.register(name),
    onUnreachable: () => host.showFailure('unreachable'),
    onRetry: () => host.retry(),
  });
  const shell = createShellApi(navigator);
  const own: Reported = { app: 'shell', version: state.releases.shell ?? '' };
  const showsFromNowOn = watchVisit(own);
  const host: RemoteHost = new RemoteHost({
    state,
    config,
    releases,
    slot: served,
    shell: {
      ...shell,
      setHead: (head) => {
        host.arrived();
        shell.setHead(head);
      },
    },
    hasNavigated: () => navigator.hasNavigated,
    recover: () => navigator.recover(),
    onVisit: ({ name, version }, page) => showsFromNowOn({ app: name, version }, page),
    onMounted: () => {
      events.release('slot');
      navigator.makeRoom();
      layOutRest();
    },
    onRestored: () => {
      events.giveUp('slot');
      navigator.settle();
      layOutRest();
    },
    onFailureShown: () => {
      events.giveUp('slot');
      navigator.showFailure();
    },
    onRetry: () => navigator.retry(),
    reroute: () => routing.reroute(),
  });
  const routing = new Routing(host, state.remote?.name);
  startTransition(() => {
    hydrateRoot(root, <LiveFrame config={config} shell={shell} initialPath={window.location.pathname} />, {
      identifierPrefix: 'shell-',
      onUncaughtError: (error) => {
        console.error('The frame failed.', error);
        reportFailure(own, 'runtime');
      },
    });
  });
  // React hydrates at once what an event is for.
  events.release('frame');
  navigator.listen();
  prefetchOnIntent(releases, routing);
  watchFragments({ state, config, shell, currentSet: () => releases.setId });
  await nextTask();
  if (state.remote) {
    host.showFirst(state.remote.name);
    navigator.catchUp();
  }
}
