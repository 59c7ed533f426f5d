import type { Page } from 'playwright-core';
import { launchChrome } from '../../../tooling/src/run/find-program';
import { builtMatrix } from './built';
import { serveFolder } from './site';
import { type Host, type RemoteBundler, remoteName, type Variant } from './variants';

/** Global of the page, set by `fixture/host.js`. */
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

/** Element of a mounted remote, with the properties that `fixture/app.js` sets. */
type Mounted = HTMLElement & { createElement: unknown; late(): Promise<{ word: string }> };

/** Name and addresses of a remote: `entry` for the library's runtime, `script` for our host. */
export interface RemoteAddress {
  name: string;
  entry: string;
  script: string;
}

/** All hosts and remotes of the matrix on servers, and a browser that opens them. */
export interface Matrix {
  /** Folder of the builds. */
  folder: string;
  /** Opens a host in the one tab of the matrix. The new document keeps nothing of the former host. */
  open(host: Host, eager?: boolean): Promise<Page>;
  /** Returns a remote's addresses. Its `entry` is a manifest; of ours, it is `remoteEntry.js`. */
  addressOf(host: Host, bundler: RemoteBundler, variant: Variant): RemoteAddress;
  close(): Promise<void>;
}

export async function openMatrix(): Promise<Matrix> {
  const folder = await builtMatrix();
  // Our host loads remotes from its own origin; every other host loads them from another origin.
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

/** Loads a remote and mounts it into a new element. @returns its text, and whether its React is the host's */
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

/** Makes the remote import its late chunk. @returns the chunk's word, or `lost` */
export const askLate = (page: Page, name: string) =>
  page.evaluate(async (id) => {
    const slot = document.getElementById(id) as Mounted;
    return slot.late().then(
      ({ word }) => word,
      () => 'lost',
    );
  }, name);

/** Returns whether two shown remotes run on one copy of React. */
export const isOneReact = (page: Page, one: RemoteAddress, other: RemoteAddress) =>
  page.evaluate(
    (ids) => new Set(ids.map((id) => (document.getElementById(id) as Mounted).createElement)).size === 1,
    [one.name, other.name],
  );

/** Unmounts a remote. @returns the number of nodes left in its element */
export const unmount = (page: Page, remote: RemoteAddress) =>
  page.evaluate(async (asked) => {
    const { host } = window;
    const app = await host.load(asked);
    const slot = document.getElementById(asked.name) as HTMLElement;
    await app.unmount({ slot });
    return slot.childNodes.length;
  }, remote);
