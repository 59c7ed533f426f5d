import type { RemoteOnPage } from 'contracts/page';
import { ownerOf } from '../remotes/owner';
import { linkAddress } from './links';

const asked = new Set<string>();

const preload = (href: string, as: 'script' | 'style', integrity?: string): void => {
  if (asked.has(href)) return;
  asked.add(href);
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = as;
  link.href = href;
  // The same integrity as the script that will ask, or the browser fetches twice.
  if (integrity) link.integrity = integrity;
  document.head.append(link);
};

interface Connection {
  saveData?: boolean;
}

const savesData = (): boolean => (navigator as { connection?: Connection }).connection?.saveData === true;

/** Fetches what a page's remote needs, before anyone asks for it. */
export function prefetchPage(remotes: readonly RemoteOnPage[], path: string): void {
  const owned = ownerOf(remotes, path);
  if (!owned || owned.route.document) return;
  for (const href of [...owned.remote.css, ...owned.route.css]) preload(href, 'style');
  for (const href of [...owned.remote.js, ...owned.route.js]) {
    preload(href, 'script', href === owned.remote.entry ? owned.remote.integrity : undefined);
  }
}

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
