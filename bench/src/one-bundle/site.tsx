import type { HeldEvents } from '@wholepage/shell-kit/boot/held-events';
import { type ReactNode, startTransition, useSyncExternalStore } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { SLOT_ID } from '../../../platform/contracts/src/page/page';
import type { RemoteRoute } from '../../../platform/remote-kit/src/pages/page';
import { RoutedPages } from '../../../platform/remote-kit/src/pages/RoutedPages';
import { RemoteContext } from '../../../platform/remote-kit/src/remote-context';
import { AskBar } from '../../../shell/browser/frame/AskBar/AskBar';
import type { PublicConfig } from '../../../site/contract/config';
import type { ShellApi } from '../../../site/contract/shell';
import '../../../shell/browser/frame/Footer/Footer.module.css';
import styles from '../../../shell/browser/frame/Frame.module.css';
import { Header } from '../../../shell/browser/frame/Header/Header';
import '../../../shell/browser/frame/StatusPage/StatusPage.module.css';
import { layOutRest } from '@wholepage/shell-kit/boot/lay-out-rest';
import { watchVisit } from '@wholepage/shell-kit/reports/watch-visit';
import { Overlays } from '../../../shell/browser/frame/Overlays/Overlays';
import { createShellApi } from '../../../shell/browser/shell-api';
import { OneNavigation } from './navigation';
import { PageBoundary } from './PageBoundary';

interface SiteOptions {
  routes: RemoteRoute[];
  config: PublicConfig;
  /** Of the page that the server made. */
  data: unknown;
  events: HeldEvents;
}

const FROM_SERVER = { __html: '' };

interface OneFrameProps {
  config: PublicConfig;
  shell: ShellApi;
  children: ReactNode;
}

/** The frame of the site with the page in the same root. */
function OneFrame({ config, shell, children }: OneFrameProps) {
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

export function start({ routes, config, data, events }: SiteOptions): void {
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no frame.');
  const navigation = new OneNavigation(routes, config);
  const shell = createShellApi(navigation);
  const initial = { key: window.location.pathname + window.location.search, data };
  startTransition(() => {
    hydrateRoot(
      root,
      <RemoteContext.Provider value={{ config, shell }}>
        <BrowserRouter>
          <OneFrame config={config} shell={shell}>
            <PageBoundary>
              <RoutedPages definition={{ name: 'site', routes }} origin={window.location.origin} initial={initial} />
            </PageBoundary>
          </OneFrame>
        </BrowserRouter>
      </RemoteContext.Provider>,
    );
  });
  events.release('frame');
  events.release('slot');
  layOutRest();
  navigation.listen();
  watchVisit({ app: 'shell', version: '0.0.0' });
}
