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

/** Callbacks of a site's layout. */
interface Layout<Api extends ShellApi> {
  /** Returns the methods that this layout offers to remotes. */
  shell(navigator: Navigator): Api;
  /** Called when the wait for a page begins and ends. */
  onBusy(busy: boolean): void;
  /** Hydrates the layout's own parts, before any remote runs. @param own the layout's release */
  start(shell: Api, releases: Releases, own: Reported): void;
  /** Called when the remote's page is shown. */
  onShown(): void;
}

/**
 * Hydrates a page of the composer: the layout first, then the remote of this address.
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
  // Copying the page takes a task of its own.
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
  const onVisit = watchVisit(own);
  const host: RemoteHost = new RemoteHost({
    state,
    config,
    releases,
    slot: served,
    shell,
    navigator,
    events,
    onVisit,
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
  // React hydrates the target of an event at once.
  events.release('layout');
  navigator.listen();
  watchFragments({ state, config, shell, currentSet: () => releases.setId });
  await nextTask();
  if (state.remote) {
    host.showFirst(state.remote.name);
    navigator.catchUp();
  } else onVisit(own);
}

/** Content that React does not own: typed values, and fragments of other teams. */
const FOREIGN = `input,textarea,select,${FRAGMENT_ELEMENT}`;
/** In a page that is alive, a part whose code is still to come. */
const LATE = '[data-part]:not([data-live])';

/**
 * Keeps a page usable that proxies changed on the way, or that translators and add-ons change while it is shown. Call it
 * before anything is hydrated. The code that mends such pages is fetched on demand. A root rendered from scratch is not held
 * against its release when the page arrived changed, was changed before its remote ran, or was translated. Otherwise the
 * release rendered HTML that its own browser code does not match: its error.
 * @param app around the whole page @param shown the release in the slot @param isAlive while the remote changes the slot
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
  // A WeakRef: the focused element must not keep a page in memory that was left.
  let focused = document.activeElement && new WeakRef(document.activeElement);
  // Our pages have no `font` elements: translators insert them.
  const translations = document.getElementsByTagName('font');
  const mender = () => import(/* webpackChunkName: "changed-page" */ './mend-page');

  const isServed = ({ target }: MutationRecord) => {
    const element = target instanceof Text ? target.parentElement : target;
    return closest(element, isAlive() ? LATE : `#${SLOT_ID}`) && !closest(element, FRAGMENT_ELEMENT);
  };

  new MutationObserver((records, observer) => {
    isChanged ||= records.some(isServed);
    if (translations.length === 0) return;
    isChanged = true;
    // Removed texts are observed at once: a framework may update one before the mender has loaded.
    for (const { removedNodes } of records)
      for (const node of removedNodes)
        if (node.nodeType === Node.TEXT_NODE) observer.observe(node, { characterData: true });
    mender().then(({ keepTexts }) => keepTexts(records), console.error);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });

  /** Forgets values that were typed into a page that was left. */
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
  // A removed element loses the focus, too; by the microtask it is not connected any more.
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

/** Starts the fragments of a page, also those placed later. The first one fetches their code. */
export function watchFragments(options: FragmentHostOptions): void {
  let isStarted = false;
  const start = (): void => {
    if (isStarted || !document.querySelector(FRAGMENT_ELEMENT)) return;
    isStarted = true;
    import(/* webpackChunkName: "fragments-host" */ '../fragments/fragments')
      .then(({ defineFragmentElement }) => defineFragmentElement(options))
      .catch(() => {
        // Fragments stay as the server rendered them; the next one that is placed tries again.
        isStarted = false;
      });
  };
  document.addEventListener(FRAGMENT_PLACED_EVENT, start);
  start();
}
