import type { Page } from 'playwright-core';
import { launchChrome } from '../../../tooling/src/run/find-program';
import { builtMatrix } from './built';
import { serveFolder } from './site';
import { type Host, type RemoteBundler, remoteName, type Variant } from './variants';

/** What `fixture/host.js` leaves in the page. */
interface HostPage {
  React: { version: string; createElement: unknown };
  load(remote: RemoteAddress): Promise<Remote>;
}

interface Remote {
  mount(props: { slot: HTMLElement }): void | Promise<void>;
  unmount(props: { slot: HTMLElement }): void | Promise<void>;
}

declare global {
  interface Window {
    host: HostPage;
  }
}

/** The element that a remote was mounted in, as `fixture/app.js` leaves it. */
type Mounted = HTMLElement & { createElement: unknown; late(): Promise<{ word: string }> };

/** Where a host finds a remote. */
export interface RemoteAddress {
  name: string;
  entry: string;
  script: string;
}

/** All hosts and remotes of the matrix, served, and a browser to open them in. */
export interface Matrix {
  /** Folder of what was built. */
  folder: string;
  /** In the one tab of the matrix, as a document of its own: nothing of the host before is left. */
  open(host: Host, eager?: boolean): Promise<Page>;
  /** By its manifest, but for Vite's own and ours, which are named by their entry. */
  addressOf(host: Host, bundler: RemoteBundler, variant: Variant): RemoteAddress;
  close(): Promise<void>;
}

export async function openMatrix(): Promise<Matrix> {
  const folder = await builtMatrix();
  // A remote of a stock host comes from another origin, ours from the site's own.
  const [pages, remotes] = await Promise.all([serveFolder(folder), serveFolder(folder)]);
  const browser = await launchChrome();
  const page = await browser.newPage();
  page.setDefaultTimeout(5_000);
  return {
    folder,
    async open(host, eager = false) {
      page.removeAllListeners();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const file = host === 'vite' ? 'vite.html' : 'index.html';
      await page.goto(`${pages.origin}/${host}_host${eager ? '_eager' : ''}/${file}`);
      await page.waitForFunction(() => 'host' in window);
      return page;
    },
    addressOf(host, bundler, variant) {
      const name = remoteName(bundler, variant);
      const origin = host === 'ours' ? pages.origin : remotes.origin;
      const at = (file: string) => `${origin}/${name}/${file}`;
      return {
        name,
        entry: at(bundler === 'ours' ? 'remoteEntry.js' : 'mf-manifest.json'),
        script: at(bundler === 'ours' ? 'entry.js' : 'guest.js'),
      };
    },
    async close() {
      await browser.close();
      await Promise.all([pages.close(), remotes.close()]);
    },
  };
}

/** Loads a remote and mounts it into an element of its own. @returns what it shows, and whether its React is the host's */
export const show = (page: Page, remote: RemoteAddress) =>
  page.evaluate(async (asked) => {
    const { host } = window;
    const app = await host.load(asked);
    const slot = document.body.appendChild(document.createElement('div'));
    slot.id = asked.name;
    await app.mount({ slot });
    const { createElement } = slot as HTMLElement as Mounted;
    return { shows: slot.textContent, isHosts: createElement === host.React.createElement };
  }, remote);

/** Has the remote fetch a chunk. @returns its word, or that it was lost */
export const askLate = (page: Page, name: string) =>
  page.evaluate(async (id) => {
    const slot = document.getElementById(id) as Mounted;
    return slot.late().then(
      ({ word }) => word,
      () => 'lost',
    );
  }, name);

/** Whether two remotes that are shown run on one copy. */
export const isOneReact = (page: Page, one: RemoteAddress, other: RemoteAddress) =>
  page.evaluate(
    (ids) => new Set(ids.map((id) => (document.getElementById(id) as Mounted).createElement)).size === 1,
    [one.name, other.name],
  );

/** @returns how many nodes stay */
export const unmount = (page: Page, remote: RemoteAddress) =>
  page.evaluate(async (asked) => {
    const { host } = window;
    const app = await host.load(asked);
    const slot = document.getElementById(asked.name) as HTMLElement;
    await app.unmount({ slot });
    return slot.childNodes.length;
  }, remote);
