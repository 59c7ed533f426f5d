import { savesData } from '../boot/connection';
import { prefetchPage } from '../remotes/page-files';
import type { Releases } from '../remotes/releases';
import type { Routing } from '../remotes/routing';
import { linkAddress } from './links';

async function prefetch(releases: Releases, routing: Starter, path: string): Promise<void> {
  await releases.refresh();
  const owned = releases.ownerOf(path);
  if (!owned || owned.route.document || releases.isOutdatedFor(owned)) return;
  void prefetchPage(owned);
  await routing.start();
}

type Starter = Pick<Routing, 'start'>;

/** Prefetches the page of a link that a visitor points at, touches or tabs to, and what shows it, unless they save data. */
export function prefetchOnIntent(releases: Releases, routing: Starter): void {
  const onIntent = (event: Event) => {
    const url = linkAddress(event.target);
    // Whoever then clicks hears of it, should it fail.
    if (url && !savesData()) prefetch(releases, routing, url.pathname).catch(() => {});
  };
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(type, onIntent, { passive: true });
  }
}
