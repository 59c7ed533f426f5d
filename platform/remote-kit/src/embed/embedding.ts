import type { PublicConfig } from '@wholepage/contracts/config';
import type { MountProps, RemoteApp, ShellApi } from '@wholepage/contracts/mount';
import { matchRoute } from '@wholepage/page-rules/route-match';
import { withSiteShell } from '../site-shell';
import { EmbedView } from './address-view';
import { EmbedEvents } from './events';
import { followLinks } from './links';
import { EMBED_ATTRIBUTE, type EmbedRelease, type EmbedRoute } from './release';
import { EmbedStyles } from './styles';

const TOAST_MS = 5_000;

interface EmbeddingOptions {
  dom: HTMLElement;
  /** Address of `embed.json`. */
  address: string;
  release: EmbedRelease;
  app: RemoteApp;
  config: PublicConfig;
  /** The page on the site that is shown first. */
  url: URL;
}

/**
 * One remote in one element of a foreign page. It stands in a shadow root: the page's styles do not reach in, and its own do
 * not reach out.
 */
export class Embedding {
  private readonly host = document.createElement('div');
  private readonly root = this.host.attachShadow({ mode: 'open' });
  private readonly slot = document.createElement('div');
  private readonly view: EmbedView;
  private readonly styles: EmbedStyles;
  private readonly events = new EmbedEvents();
  private props: MountProps | undefined;
  private unfollow = () => {};

  constructor(private readonly options: EmbeddingOptions) {
    this.view = new EmbedView(options.url);
    this.styles = new EmbedStyles(this.root, options.address);
    const around = document.createElement('div');
    around.setAttribute(EMBED_ATTRIBUTE, '');
    around.append(this.slot);
    this.root.append(around);
  }

  /** @throws when the remote has no such page, or a file of it did not come; then nothing is left in the element */
  async show(): Promise<void> {
    const { app, dom, url, config, release } = this.options;
    dom.append(this.host);
    try {
      const route = this.routeOf(url);
      if (!route) throw new Error(`This remote has no page ${url.pathname}.`);
      await this.styles.add([...release.css, ...route.css]);
      this.unfollow = followLinks(this.root, {
        site: url.origin,
        open: (address) => this.open(address),
        current: () => this.view.location,
      });
      this.props = { slot: this.slot, config, data: undefined, shell: this.shell(), view: this.view };
      await app.bootstrap(this.props);
      await app.mount(this.props);
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** Leaves the foreign page as it was. */
  async end(): Promise<void> {
    const { props } = this;
    this.props = undefined;
    if (props) await this.options.app.unmount(props);
    this.events.end();
    this.unfollow();
    this.styles.remove();
    this.host.remove();
  }

  private routeOf({ pathname }: URL): EmbedRoute | undefined {
    return this.options.release.routes.find(({ path }) => matchRoute(path, pathname));
  }

  /** @returns whether the remote has this page */
  private open(url: URL): boolean {
    const route = this.routeOf(url);
    if (!route || url.origin !== this.view.location.origin) return false;
    const go = () => this.view.navigate(url.pathname + url.search + url.hash);
    // A page without its styles is of no use: then the site shows it.
    this.styles.add(route.css).then(go, () => window.location.assign(url));
    return true;
  }

  /** What a remote asks of a shell is the site's here, where there is one. */
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
