import type { AddressView } from '@wholepage/contracts/mount';

/**
 * An address of its own for a remote in a foreign page, whose address bar belongs to that page. A remote goes on in it as in
 * the browser's: by the history, and announced by `popstate`.
 */
export class EmbedView extends EventTarget implements AddressView {
  private entries: { url: URL; state: unknown }[];
  private index = 0;

  /** @param address absolute: the page on the site that is shown first */
  constructor(address: URL) {
    super();
    this.entries = [{ url: address, state: null }];
  }

  get location(): URL {
    return this.entries[this.index]?.url ?? new URL('about:blank');
  }

  readonly history = (() => {
    const view = this;
    const at = (url: string | URL | null | undefined) => new URL(url ?? view.location, view.location);
    return {
      get state(): unknown {
        return view.entries[view.index]?.state ?? null;
      },
      pushState(state: unknown, _unused: string, url?: string | URL | null): void {
        view.entries = [...view.entries.slice(0, view.index + 1), { url: at(url), state }];
        view.index += 1;
      },
      replaceState(state: unknown, _unused: string, url?: string | URL | null): void {
        view.entries[view.index] = { url: at(url), state };
      },
      go(delta = 0): void {
        const index = view.index + delta;
        if (!view.entries[index] || delta === 0) return;
        view.index = index;
        view.tell();
      },
    };
  })();

  /** Goes on to another page of the remote. */
  navigate(address: string): void {
    this.history.pushState(null, '', address);
    this.tell();
  }

  private tell(): void {
    this.dispatchEvent(new PopStateEvent('popstate', { state: this.history.state }));
  }
}
