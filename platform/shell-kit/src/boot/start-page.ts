import type { PublicConfig } from '@wholepage/contracts/config';
import type { ShellApi } from '@wholepage/contracts/mount';
import { type PageState, SLOT_ID } from '@wholepage/contracts/page';
import { nextTask } from '@wholepage/federation/next-task';
import { watchFragments } from '../fragments/watch-fragments';
import { Navigator } from '../navigation/navigator';
import { prefetchOnIntent } from '../navigation/soft-pages';
import { Releases } from '../remotes/releases';
import { RemoteHost } from '../remotes/remote-host';
import { Routing } from '../remotes/routing';
import { Slot } from '../remotes/slot';
import { notePage } from '../reports/breadcrumbs';
import type { Reported } from '../reports/report';
import { watchVisit } from '../reports/watch-visit';
import { outliveChanges } from './changed-pages';
import type { HeldEvents } from './held-events';

/** What a frame decides for itself. */
interface Frame<Api extends ShellApi> {
  /** What remotes may ask of this frame. */
  shell(navigator: Navigator): Api;
  /** A page is awaited, or no longer. */
  onBusy(busy: boolean): void;
  /** Brings the frame's own parts to life. No remote runs yet. @param own the frame's release */
  start(shell: Api, releases: Releases, own: Reported): void;
  /** The remote's page stands. */
  onShown(): void;
}

/**
 * Brings a page of the composer to life: the frame first, then the remote of this address.
 * @throws when the composer did not make this page
 */
export async function startPage<Api extends ShellApi>(
  state: PageState,
  config: PublicConfig,
  events: HeldEvents,
  frame: Frame<Api>,
): Promise<void> {
  const root = document.getElementById('app');
  const slot = document.getElementById(SLOT_ID);
  if (!root || !slot) throw new Error('The composer did not make this page.');
  // A copy of the page is work for a task of its own.
  const served = new Slot(slot);
  await nextTask();

  const releases = new Releases(state);
  const navigator = new Navigator({
    config,
    releases,
    onBusy: frame.onBusy,
    startRouting: () => routing.start(),
    onOwner: (name) => routing.register(name),
    onUnreachable: () => host.showFailure('unreachable'),
    onRetry: () => host.retry(),
  });
  const shell = frame.shell(navigator);
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
        notePage(releases.ownerOf(window.location.pathname)?.route.path);
        shell.setHead(head);
      },
    },
    hasNavigated: () => navigator.hasNavigated,
    isHolding: () => navigator.isHolding,
    recover: () => navigator.recover(),
    onVisit: ({ name, version }, page) => showsFromNowOn({ app: name, version }, page),
    onMounted: () => {
      events.release('slot');
      navigator.makeRoom();
      frame.onShown();
    },
    onRestored: () => {
      events.giveUp('slot');
      navigator.settle();
      frame.onShown();
    },
    onFailureShown: () => {
      events.giveUp('slot');
      navigator.showFailure();
    },
    onRetry: () => navigator.navigate(window.location.href),
    reroute: () => routing.reroute(),
  });
  const routing = new Routing(host, state.remote?.name);
  outliveChanges(root, state, own, () => host.shown);
  frame.start(shell, releases, own);
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
