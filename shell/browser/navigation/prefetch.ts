import type { RemoteOnPage } from 'contracts/page';
import { prefetchPage } from '../remotes/page-files';
import { linkAddress } from './links';

interface Connection {
  saveData?: boolean;
}

const savesData = (): boolean => (navigator as { connection?: Connection }).connection?.saveData === true;

/** Prefetches the page of a link that a visitor points at, touches or tabs to, unless they save data. */
export function prefetchOnIntent(remotes: readonly RemoteOnPage[]): void {
  const onIntent = (event: Event) => {
    const url = linkAddress(event.target);
    if (url && !savesData()) prefetchPage(remotes, url.pathname);
  };
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(type, onIntent, { passive: true });
  }
}
