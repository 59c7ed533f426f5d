import '../../../shell/browser/layout/Footer/Footer.module.css';
import '../../../shell/browser/layout/StatusPage/StatusPage.module.css';
import type { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { applyHead } from '@wholepage/shell-kit/navigation/apply-head';
import { arrive, goToPosition, HistoryPosition, layOutRest, type Move } from '@wholepage/shell-kit/navigation/arrive';
import { crossFade } from '@wholepage/shell-kit/navigation/cross-fade';
import { clickedAddress, linkAddress, savesData } from '@wholepage/shell-kit/navigation/links';
import { failurePanel } from '@wholepage/shell-kit/remotes/remote-host';
import { watchVisit } from '@wholepage/shell-kit/reports/report';
import { Component, type ComponentProps, type ReactNode, startTransition, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router-dom';
import type { HeadInput } from '../../../platform/contracts/src/page/head';
import { SLOT_ID } from '../../../platform/contracts/src/page/page';
import { RemoteContext, type RemoteRoute } from '../../../platform/remote-kit/src/page';
import { RemotePages } from '../../../platform/remote-kit/src/remote';
import { findRoute, loadPage } from '../../../platform/remote-kit/src/routes';
import { AskBar } from '../../../shell/browser/layout/AskBar/AskBar';
import { Header } from '../../../shell/browser/layout/Header/Header';
import styles from '../../../shell/browser/layout/Layout.module.css';
import { Overlays } from '../../../shell/browser/layout/Overlays/Overlays';
import { createShellApi, tellBusy } from '../../../shell/browser/shell-api';
import type { PublicConfig } from '../../../site/contract/config';
import type { ShellApi } from '../../../site/contract/shell';

const FROM_SERVER = { __html: '' };

/** The site's layout with the page in the same root. */
function OneLayout({ config, shell, children }: { config: PublicConfig; shell: ShellApi; children: ReactNode }) {
  const { pathname } = useLocation();
  const hydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <>
      <Header config={config} path={pathname} />
      <main id="main" className={styles.main} tabIndex={-1}>
        <div id={SLOT_ID}>{children}</div>
        <div className={styles.thread} aria-hidden="true">
          <div className={styles.sewn} />
        </div>
      </main>
      <div suppressHydrationWarning dangerouslySetInnerHTML={FROM_SERVER} />
      <AskBar company={config.company} />
      {hydrated && <Overlays config={config} shell={shell} />}
    </>
  );
}

/** The page of the router's address. */
function OnePages(props: Omit<ComponentProps<typeof RemotePages>, 'address'>) {
  const { pathname, search } = useLocation();
  return <RemotePages {...props} address={pathname + search} />;
}

/** Hydrates the site as one root. @param data the data of the server-rendered page */
export function start(routes: RemoteRoute[], config: PublicConfig, data: unknown, events: HeldEvents): void {
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no layout.');
  const navigation = new OneNavigation(routes, config);
  const shell = createShellApi(navigation);
  const initial = { key: window.location.pathname + window.location.search, data };
  startTransition(() => {
    hydrateRoot(
      root,
      <RemoteContext.Provider value={{ config, shell }}>
        <BrowserRouter>
          <OneLayout config={config} shell={shell}>
            <PageBoundary>
              <OnePages definition={{ name: 'site', routes }} origin={window.location.origin} initial={initial} />
            </PageBoundary>
          </OneLayout>
        </BrowserRouter>
      </RemoteContext.Provider>,
    );
  });
  events.release('layout');
  events.release('slot');
  layOutRest();
  navigation.listen();
  watchVisit({ app: 'shell', version: '0.0.0' });
}

const retry = (): void => window.location.reload();

/** An error boundary: when a page throws, the layout stays, as on the site, and a panel replaces the page. */
class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <div ref={(element) => element?.replaceChildren(failurePanel(retry))} />;
  }
}

/** Soft navigation with all pages in one root: the shell's work for visitors, without its work for remotes. */
class OneNavigation {
  private readonly place = new HistoryPosition();
  /** The move by which the visitor reaches the next page. */
  private coming: Move = 'none';

  constructor(
    private readonly routes: readonly RemoteRoute[],
    private readonly config: PublicConfig,
  ) {}

  listen(): void {
    document.addEventListener('click', (event) => {
      const url = clickedAddress(event);
      if (!url || !this.isSoft(url)) return;
      event.preventDefault();
      this.navigate(url.href);
    });
    for (const type of ['pointerover', 'touchstart', 'focusin']) {
      document.addEventListener(type, ({ target }) => this.prefetch(linkAddress(target)), { passive: true });
    }
    window.addEventListener('popstate', () => {
      const move = this.place.follow();
      if (move !== 'none') this.coming = move;
    });
  }

  navigate(address: string): void {
    const url = new URL(address, window.location.href);
    const match = findRoute(this.routes, url.pathname);
    if (!match || !this.isSoft(url)) {
      window.location.assign(url);
      return;
    }
    tellBusy(true);
    loadPage(match.route).then(
      () => crossFade(async () => this.show(url)),
      () => window.location.assign(url),
    );
  }

  setHead(head: HeadInput): void {
    applyHead(head, this.config);
    if (this.coming === 'none') return;
    goToPosition(this.coming === 'back' ? 'back' : 'forward');
    this.coming = 'none';
    arrive(document.title);
    tellBusy(false);
  }

  private show(url: URL): void {
    this.place.leave();
    this.place.push(url);
    this.coming = 'forward';
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
    window.scrollTo({ top: 0, behavior: 'instant' });
  }

  private isSoft({ origin, pathname }: URL): boolean {
    const match = findRoute(this.routes, pathname);
    return origin === window.location.origin && match !== undefined && !match.route.document;
  }

  private prefetch(url: URL | undefined): void {
    const match = url && findRoute(this.routes, url.pathname);
    if (match && !savesData()) loadPage(match.route).catch(() => {});
  }
}
