import { savesData } from '@wholepage/shell-kit/boot/connection';
import { applyHead } from '@wholepage/shell-kit/navigation/apply-head';
import { arrive, goToPlace } from '@wholepage/shell-kit/navigation/arrive';
import { crossFade } from '@wholepage/shell-kit/navigation/cross-fade';
import { clickedAddress, linkAddress } from '@wholepage/shell-kit/navigation/links';
import { type Move, Place } from '@wholepage/shell-kit/navigation/place';
import type { HeadInput } from '../../../platform/contracts/src/page/head';
import { findRoute, loadPage } from '../../../platform/remote-kit/src/pages/load-page';
import type { RemoteRoute } from '../../../platform/remote-kit/src/pages/page';
import { tellBusy } from '../../../shell/browser/frame/tell-busy';
import type { PublicConfig } from '../../../site/contract/config';

/** Soft navigation where all pages are in one root: what the shell does for visitors, without what it does for remotes. */
export class OneNavigation {
  private readonly place = new Place();
  /** How the visitor came to the page that is about to be shown. */
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
    goToPlace(this.coming === 'back' ? 'back' : 'forward');
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
