import type { PublicConfig } from '@wholepage/contracts/config';
import type { RemoteApp } from '@wholepage/contracts/mount';
import { LIVE_SETTINGS_PATH, type SiteSettings } from '@wholepage/contracts/page';
import { Embedding } from './embedding';
import type { EmbedRelease } from './release';

/** What a foreign page gives to show a remote, in the form of Module Federation's bridge. */
export interface EmbedRender {
  /** Element to show it in. */
  dom: HTMLElement;
  /** Path and query of the page to show, as on the site; the remote's first page unless given. */
  path?: string;
  /** The site's settings; fetched from the site unless given. */
  config?: PublicConfig;
}

/** A remote for foreign pages, in the form of Module Federation's bridge. */
export interface EmbedBridge {
  render(info: EmbedRender): Promise<void>;
  destroy(info: Pick<EmbedRender, 'dom'>): Promise<void>;
}

interface EmbedOptions {
  /** Address of `embed.json`, which names the release's files. */
  address: string;
  release: EmbedRelease;
  app: RemoteApp;
}

async function fetchConfig(site: string): Promise<PublicConfig> {
  const url = site + LIVE_SETTINGS_PATH;
  const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`The settings of ${site} could not be fetched: ${response.status}`);
  return ((await response.json()) as SiteSettings).config;
}

/** @returns `./embed` of a release: a function without arguments, as bridges are */
export const createEmbed =
  ({ address, release, app }: EmbedOptions) =>
  (): EmbedBridge => {
    const shown = new Map<HTMLElement, Embedding>();
    const site = new URL(address).origin;
    return {
      async render({ dom, path, config }) {
        await shown.get(dom)?.end();
        const first = release.routes.find((route) => !route.path.includes(':'))?.path ?? '/';
        const embedding = new Embedding({
          dom,
          address,
          release,
          app,
          config: config ?? (await fetchConfig(site)),
          url: new URL(path ?? first, site),
        });
        shown.set(dom, embedding);
        await embedding.show();
      },
      async destroy({ dom }) {
        await shown.get(dom)?.end();
        shown.delete(dom);
      },
    };
  };
