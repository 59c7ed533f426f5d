import { FRAGMENT_ELEMENT, FRAGMENT_PLACED_EVENT } from '@wholepage/contracts/fragment';
import type { PublicConfig, ShellApi } from '@wholepage/contracts/mount';
import { type PageState, RECOVERED_EVENT, type Recovery, SLOT_ID } from '@wholepage/contracts/page';
import { nextTask } from '@wholepage/federation/browser';
import { shapeOf } from '@wholepage/page-rules/html-shape';
import type { FragmentHostOptions } from '../fragments/fragments';
import { closest } from '../navigation/links';
import { Navigator } from '../navigation/navigator';
import { Releases } from '../remotes/releases';
import { RemoteHost, Routing, Slot } from '../remotes/remote-host';
import type { Reported } from '../reports/report';
import { watchVisit } from '../reports/report';
import type { HeldEvents } from './held-events';

/** What a layout decides for itself. */
interface Layout<Api extends ShellApi> {
  /** What remotes may ask of this layout. */
  shell(navigator: Navigator): Api;
  /** A page is awaited, or no longer. */
  onBusy(busy: boolean): void;
  /** Brings the layout's own parts to life. No remote runs yet. @param own the layout's release */
  start(shell: Api, releases: Releases, own: Reported): void;
  /** The remote's page stands. */
  onShown(): void;
}

/**
 * Brings a page of the composer to life: the layout first, then the remote of this address.
 * @throws when the composer did not make this page
 */
export async function startPage<Api extends ShellApi>(
  state: PageState,
  config: PublicConfig,
  events: HeldEvents,
  layout: Layout<Api>,
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
    onBusy: layout.onBusy,
    startRouting: () => routing.start(),
    onOwner: (name) => routing.register(name),
    onUnreachable: () => host.showFailure('unreachable'),
    onRetry: () => host.retry(),
  });
  const shell = layout.shell(navigator);
  let isAlive = false;
  const own: Reported = { app: 'shell', version: state.releases.shell ?? '' };
  const host: RemoteHost = new RemoteHost({
    state,
    config,
    releases,
    slot: served,
    shell,
    navigator,
    events,
    onVisit: watchVisit(own),
    onShown() {
      isAlive = true;
      layout.onShown();
    },
    reroute: () => routing.reroute(),
  });
  const routing = new Routing(host, state.remote?.name);
  outliveChanges(
    root,
    state,
    own,
    () => host.shown,
    () => isAlive,
  );
  layout.start(shell, releases, own);
  // React hydrates at once what an event is for.
  events.release('layout');
  navigator.listen();
  watchFragments({ state, config, shell, currentSet: () => releases.setId });
  await nextTask();
  if (state.remote) {
    host.showFirst(state.remote.name);
    navigator.catchUp();
  }
}

/** What in a page is not React's: what was typed, and what another team's root has made. */
const FOREIGN = `input,textarea,select,${FRAGMENT_ELEMENT}`;

/**
 * Lets a page outlive what others do to it: proxies on its way, translators and add-ons while it is shown. Call it before
 * anything is hydrated. What mends such pages is fetched when one is met.
 * A root that was made from scratch blames nobody when the page did not arrive as the composer sent it, was changed before its
 * remote was there, or was translated since. Otherwise the release made HTML that it does not understand: an error of its own.
 * @param app holds all of the page @param shown the release in the slot @param isAlive whether that changes the slot by now
 */
export function outliveChanges(
  app: Element,
  state: PageState,
  layout: Reported,
  shown: () => Reported | undefined,
  isAlive = () => true,
): void {
  let isChanged = state.shape !== undefined && shapeOf(app) !== state.shape;
  let slot = document.getElementById(SLOT_ID);
  let known = [...app.querySelectorAll(FOREIGN)];
  // A page that was left is not kept for what had the focus in it.
  let focused = document.activeElement && new WeakRef(document.activeElement);
  // No page of ours has this element: it is a translator's.
  const translations = document.getElementsByTagName('font');
  const mender = () => import(/* webpackChunkName: "changed-page" */ './mend-page');

  const isOfSlot = ({ target }: MutationRecord) => {
    const element = target instanceof Text ? target.parentElement : target;
    return closest(element, `#${SLOT_ID}`) && !closest(element, FRAGMENT_ELEMENT);
  };

  new MutationObserver((records, observer) => {
    isChanged ||= !isAlive() && records.some(isOfSlot);
    if (translations.length === 0) return;
    isChanged = true;
    // A text that was taken out is watched from here on: a framework may update it before its mender has come.
    for (const { removedNodes } of records)
      for (const node of removedNodes)
        if (node.nodeType === Node.TEXT_NODE) observer.observe(node, { characterData: true });
    mender().then(({ keepTexts }) => keepTexts(records), console.error);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });

  /** What was typed into a page that was left goes into no other. */
  const enter = (next: HTMLElement | null): void => {
    if (next !== slot) known = known.filter(({ isConnected }) => isConnected);
    slot = next;
  };
  document.addEventListener('focusin', ({ target }) => {
    enter(document.getElementById(SLOT_ID));
    const element = target as Element;
    focused = new WeakRef(element);
    if (element.matches(FOREIGN) && !known.includes(element)) known.push(element);
  });
  // What is taken out loses the focus, too, and is not in the page any more when its turn comes here.
  document.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (target === focused?.deref() && (target as Element).isConnected) focused = null;
    }),
  );

  document.addEventListener(RECOVERED_EVENT, (event) => {
    const { target, detail } = event as CustomEvent<Recovery | Element | null>;
    const isOfOthers = isChanged && typeof detail === 'string';
    if (isOfOthers) event.preventDefault();
    const next = document.getElementById(SLOT_ID);
    if (detail === null) slot = next;
    else enter(next);
    if (detail instanceof Element) known = [...new Set([...known, ...detail.querySelectorAll(FOREIGN)])];
    const had = focused?.deref() ?? null;
    mender().then(({ mend, report }) => {
      mend(target as Element, FOREIGN, known, had);
      if (isOfOthers) report(event as CustomEvent<Recovery>, state, shown() ?? layout, layout);
    }, console.error);
  });
}

/** Brings fragments to life, those that are placed later, too. Their code is fetched with the first of them. */
export function watchFragments(options: FragmentHostOptions): void {
  let isStarted = false;
  const start = (): void => {
    if (isStarted || !document.querySelector(FRAGMENT_ELEMENT)) return;
    isStarted = true;
    import(/* webpackChunkName: "fragments-host" */ '../fragments/fragments')
      .then(({ defineFragmentElement }) => defineFragmentElement(options))
      .catch(() => {
        // They stay as the server made them; the next one that is placed tries again.
        isStarted = false;
      });
  };
  document.addEventListener(FRAGMENT_PLACED_EVENT, start);
  start();
}
