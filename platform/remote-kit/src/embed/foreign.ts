import { type DetailOf, EVENT_NAME, LARGEST_DETAIL_CHARS, type SiteEvents } from '@wholepage/contracts/events';
import type { AddressView, MountProps, PublicConfig, RemoteApp, ShellApi } from '@wholepage/contracts/mount';
import { LIVE_SETTINGS_PATH, type SiteSettings } from '@wholepage/contracts/page';
import { fetchJson } from '@wholepage/federation/browser';
import type { Container } from '@wholepage/federation/container';
import { openRemote } from '@wholepage/federation/open-remote';
import { isPlain, matchRoute, partOf } from '@wholepage/page-rules/address';
import { withSiteShell } from '@wholepage/page-rules/site-shell';
import { EMBED_ATTRIBUTE, type EmbedRelease, type EmbedRoute, EmbedStyles } from './release';

/*
 * A remote in another site's page: the container of `remoteEntry.js`, the bridge `./embed`, and the element of the remote.
 */

/** Argument of a foreign page's `render`, as of Module Federation's bridge. */
interface EmbedRender {
  /** Element to show it in. */
  dom: HTMLElement;
  /** Path and query of the page to show, as on the site; the remote's first page unless given. */
  path?: string;
  /** The site's settings; fetched from the site unless given. */
  config?: PublicConfig;
}

/** A remote for foreign pages, in the form of Module Federation's bridge. */
interface EmbedBridge {
  render(info: EmbedRender): Promise<void>;
  destroy(info: Pick<EmbedRender, 'dom'>): Promise<void>;
}

interface EmbedOptions {
  /** Address of `embed.json`, which names the release's files. */
  address: string;
  release: EmbedRelease;
  app: RemoteApp;
}

/** Called by `remoteEntry.js`, with its name and address, a function that runs the entry, and `embed.json` with its digest. */
async function open(
  name: string,
  at: string,
  loadEntry: () => Promise<unknown>,
  embedFile: string,
  integrity: string,
): Promise<Container> {
  const base = new URL('..', at).href;
  const container = await openRemote({ name, base, loadEntry });
  return {
    init: (...given) => container.init(...given),
    async get(module) {
      if (module !== './embed') return container.get(module);
      const address = new URL(embedFile, at).href;
      const [release, app] = await Promise.all([
        fetchJson<EmbedRelease>(address, { integrity, credentials: 'omit' }),
        container.get('./app'),
      ]);
      const bridge = createEmbed({ address, release, app: app() as RemoteApp });
      return () => ({ default: bridge, __esModule: true });
    },
  };
}

Object.assign(globalThis, { _FEDERATION_FOREIGN: open });

/** @returns `./embed` of a release: a function without arguments, as bridges are */
const createEmbed = (options: EmbedOptions) => (): EmbedBridge => {
  const shown = new Map<HTMLElement, Embedding>();
  const { release, address } = options;
  return {
    async render({ dom, path, config }) {
      const before = shown.get(dom);
      const first = release.routes.find((route) => !route.path.includes(':'))?.path ?? '/';
      const url = new URL(path ?? first, new URL(address).origin);
      const embedding = new Embedding({ ...options, dom, config, url });
      // Registered before any await: the page may destroy it meanwhile.
      shown.set(dom, embedding);
      await before?.end();
      await embedding.show();
    },
    async destroy({ dom }) {
      const before = shown.get(dom);
      shown.delete(dom);
      await before?.end();
    },
  };
};

async function fetchConfig(site: string): Promise<PublicConfig> {
  const asked: RequestInit = { credentials: 'omit', signal: AbortSignal.timeout(10_000) };
  return (await fetchJson<SiteSettings>(site + LIVE_SETTINGS_PATH, asked)).config;
}

const TOAST_MS = 5_000;

interface EmbeddingOptions extends EmbedOptions {
  dom: HTMLElement;
  config: PublicConfig | undefined;
  /** Address of the first page on the site. */
  url: URL;
}

/** One remote in one element of a foreign page, in a shadow root, which separates the styles of both. */
class Embedding {
  private readonly host = document.createElement('div');
  private readonly root = this.host.attachShadow({ mode: 'open' });
  private readonly slot = document.createElement('div');
  private readonly view: EmbedView;
  private readonly styles: EmbedStyles;
  private readonly ending = new AbortController();
  private readonly events = new EmbedEvents(this.ending.signal);
  private props: MountProps | undefined;

  constructor(private readonly options: EmbeddingOptions) {
    this.view = new EmbedView(options.url);
    this.styles = new EmbedStyles(this.root, options.address);
    const around = document.createElement('div');
    around.setAttribute(EMBED_ATTRIBUTE, '');
    around.append(this.slot);
    this.root.append(around);
  }

  /** Shows the remote. @throws when it has no such page, or a file fails to load; the element is empty then */
  async show(): Promise<void> {
    const { app, dom, url, release, config: given } = this.options;
    const { signal } = this.ending;
    if (signal.aborted) return;
    dom.append(this.host);
    try {
      const route = this.routeOf(url);
      if (!route) throw new Error(`This remote has no page ${url.pathname}.`);
      const styled = this.styles.add([...release.css, ...route.css]);
      const [config] = await Promise.all([given ?? fetchConfig(url.origin), styled]);
      if (signal.aborted) return;
      followLinks(this.root, {
        site: url.origin,
        open: (address) => this.open(address),
        current: () => this.view.location,
        signal,
      });
      this.props = { slot: this.slot, config, data: undefined, shell: this.shell(), view: this.view };
      await app.bootstrap(this.props);
      await app.mount(this.props);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Removes everything from the foreign page. */
  async end(): Promise<void> {
    const { props } = this;
    this.ending.abort();
    this.props = undefined;
    const left = props ? this.options.app.unmount(props) : Promise.resolve();
    await left.finally(() => {
      this.styles.remove();
      this.host.remove();
    });
  }

  private routeOf({ pathname }: URL): EmbedRoute | undefined {
    return this.options.release.routes.find(({ path }) => matchRoute(path, pathname));
  }

  /** Opens a page of the remote. @returns false when it has no such page */
  private open(url: URL): boolean {
    const route = this.routeOf(url);
    if (!route || url.origin !== this.view.location.origin) return false;
    const go = () => this.view.navigate(url.pathname + url.search + url.hash);
    // If the page's styles fail to load, the site shows it.
    this.styles.add(route.css).then(go, () => this.ending.signal.aborted || window.location.assign(url));
    return true;
  }

  /** Returns the shell for a foreign page, which leads to the site for what only the site can do. */
  private shell(): ShellApi {
    const goToSite = (path = '') => window.location.assign(new URL(path, this.view.location));
    const known: ShellApi = {
      alert: async (text) => window.alert(text),
      toast: (text) => this.say(text),
      navigate: (path) => {
        const url = new URL(path, this.view.location);
        if (!url.href.startsWith(`${this.view.location.origin}/`)) throw new Error(`${path} is not on this site.`);
        if (!this.open(url)) goToSite(path);
      },
      setHead: () => {},
      events: this.events,
      fail: (error) => {
        console.error(`The page ${this.view.location} could not be shown.`, error);
        this.fallBack();
      },
    };
    return withSiteShell(known, () => goToSite());
  }

  private say(text: string): void {
    const toast = Object.assign(document.createElement('p'), { textContent: text });
    toast.setAttribute('role', 'status');
    this.root.append(toast);
    setTimeout(() => toast.remove(), TOAST_MS);
  }

  private fallBack(): void {
    const link = document.createElement('a');
    link.href = this.view.location.href;
    link.textContent = 'This page could not be shown here. Open it on its own site.';
    this.slot.replaceChildren(link);
  }
}

/**
 * A separate address for a remote in a foreign page, to which the address bar belongs. It works like the browser's:
 * with a history, and `popstate` events.
 */
class EmbedView extends EventTarget implements AddressView {
  private entries: { url: URL; state: unknown }[];
  private index = 0;

  /** @param address absolute address of the first page on the site */
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

  /** Navigates to another page of the remote. */
  navigate(address: string): void {
    this.history.pushState(null, '', address);
    this.tell();
  }

  private tell(): void {
    this.dispatchEvent(new PopStateEvent('popstate', { state: this.history.state }));
  }
}

/** Events of an embedded remote: `CustomEvent`s on the foreign page's document, as on the site. */
class EmbedEvents implements SiteEvents {
  /** @param ending ends all subscriptions */
  constructor(private readonly ending: AbortSignal) {}

  publish(name: string, detail: unknown): void {
    const text = JSON.stringify(detail) ?? 'null';
    if (!EVENT_NAME.test(name) || text.length > LARGEST_DETAIL_CHARS) return;
    document.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(text) }));
  }

  subscribe<Name extends string>(name: Name, listener: (detail: DetailOf<Name>) => void): () => void {
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, this.ending]);
    document.addEventListener(name, (event) => event instanceof CustomEvent && listener(event.detail), { signal });
    return () => ended.abort();
  }
}

interface LinkOptions {
  /** Origin of the remote's site. */
  site: string;
  /** Opens a page. @returns whether the remote shows it itself */
  open(address: URL): boolean;
  /** Returns the address of the present page on the site. */
  current(): URL;
  /** Ends it. */
  signal: AbortSignal;
}

/** Links with an address relative to the site. */
const LEADS = 'a[href^="/"], area[href^="/"]';

const leadToSite = (root: ShadowRoot, site: string): void => {
  for (const link of root.querySelectorAll(LEADS)) {
    link.setAttribute('href', new URL(link.getAttribute('href') ?? '/', site).href);
  }
};

/**
 * Handles links of an embedded remote: those to its own pages stay within it, all others lead to the site. So do forms
 * that post, because the site's API accepts them from its own pages only.
 */
function followLinks(root: ShadowRoot, { site, open, current, signal }: LinkOptions): void {
  const onClick = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || !(event instanceof MouseEvent) || !isPlain(event) || link.target) return;
    const url = new URL(link.getAttribute('href') ?? '', current());
    if (url.origin !== site || link.hasAttribute('download')) return;
    const here = current();
    if (url.hash && url.pathname === here.pathname && url.search === here.search) {
      event.preventDefault();
      partOf(root, url.hash)?.scrollIntoView();
      return;
    }
    if (open(url)) event.preventDefault();
    else link.href = url.href;
  };
  const onSubmit = (event: Event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.method !== 'post') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    window.location.assign(current());
  };
  const watch = new MutationObserver(() => leadToSite(root, site));
  watch.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] });
  leadToSite(root, site);
  root.addEventListener('click', onClick, { signal });
  root.addEventListener('submit', onSubmit, { capture: true, signal });
  signal.addEventListener('abort', () => watch.disconnect());
}
