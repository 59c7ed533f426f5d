import type { AddressView } from '@wholepage/contracts/mount';

/** The page's address for a remote in a frame, whose own address bar says something else: every other page is gone to. */
export class FrameView extends EventTarget implements AddressView {
  readonly location: URL;
  private state: unknown = null;

  constructor(
    address: string,
    private readonly go: (path: string) => void,
  ) {
    super();
    this.location = new URL(address);
  }

  readonly history = (() => {
    const view = this;
    const lead = (state: unknown, url?: string | URL | null): void => {
      view.state = state;
      const next = new URL(url ?? view.location, view.location);
      if (next.href !== view.location.href) view.go(next.pathname + next.search + next.hash);
    };
    return {
      get state(): unknown {
        return view.state;
      },
      pushState: (state: unknown, _unused: string, url?: string | URL | null) => lead(state, url),
      replaceState: (state: unknown, _unused: string, url?: string | URL | null) => lead(state, url),
      go(): void {},
    };
  })();
}
