import type { PublicConfig } from '@wholepage/contracts/config';
import { nextTask } from '@wholepage/contracts/next-task';
import { type PageState, SLOT_ID } from '@wholepage/contracts/page';
import type { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { watchFragments } from '@wholepage/shell-kit/fragments/watch-fragments';
import { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import { prefetchOnIntent } from '@wholepage/shell-kit/navigation/prefetch';
import { Releases } from '@wholepage/shell-kit/remotes/releases';
import { RemoteHost } from '@wholepage/shell-kit/remotes/remote-host';
import { Routing } from '@wholepage/shell-kit/remotes/routing';
import { Slot } from '@wholepage/shell-kit/remotes/slot';
import { watchVisit } from '@wholepage/shell-kit/reports/watch-visit';
import { followPath } from './follow-path';
import { createShellApi } from './shell-api';

/** Brings the server-made page to life. The frame itself is plain HTML: it has no root of its own. */
export async function start(state: PageState, config: PublicConfig, events: HeldEvents): Promise<void> {
  const slot = document.getElementById(SLOT_ID);
  if (!slot) throw new Error('The page has no frame: it was not made by the composer.');
  const served = new Slot(slot);
  await nextTask();

  const releases = new Releases(state);
  const navigator = new Navigator({
    config,
    releases,
    onBusy: (busy) => document.documentElement.toggleAttribute('data-busy', busy),
    startRouting: () => routing.start(),
    onOwner: (name) => routing.register(name),
    onUnreachable: () => host.showFailure('unreachable'),
    onRetry: () => host.retry(),
  });
  const shell = createShellApi(navigator);
  const showsFromNowOn = watchVisit({ app: 'shell', version: state.releases.shell ?? '' });
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
    },
    onRestored: () => {
      events.giveUp('slot');
      navigator.settle();
    },
    onFailureShown: () => {
      events.giveUp('slot');
      navigator.showFailure();
    },
    onRetry: () => navigator.retry(),
    reroute: () => routing.reroute(),
  });
  const routing = new Routing(host, state.remote?.name);
  events.release('frame');
  navigator.listen();
  followPath();
  prefetchOnIntent(releases, routing);
  watchFragments({ state, config, shell, currentSet: () => releases.setId });
  await nextTask();
  if (state.remote) {
    host.showFirst(state.remote.name);
    navigator.catchUp();
  }
}
