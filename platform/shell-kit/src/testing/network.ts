import type { RemoteApp } from '@wholepage/contracts/mount';
import { containerName } from '@wholepage/federation/container';
import { remotes } from './remotes-on-page';

/** A simulated server. */
interface Network {
  /** Requested addresses, in order: files by GET, pages by HEAD. */
  readonly asked: string[];
  /** False: requests for pages fail. `undefined`: they are never answered. */
  isUp: boolean | undefined;
  /** Paths of missing files. */
  readonly missing: Set<string>;
  /** Holds this file back. @returns a function that lets it arrive */
  hold(path: string): () => void;
}

const lifecycle = async () => {};
/** Fetches the data of a remote's pages. */
export const prepare = jest.fn<ReturnType<NonNullable<RemoteApp['prepare']>>, [{ url: URL }]>();

/** Sets the global that an entry's script sets. */
function runEntry(path: string): void {
  const remote = remotes.find(({ entry }) => entry === path);
  if (!remote) return;
  const app = { bootstrap: lifecycle, prepare, mount: lifecycle, unmount: lifecycle };
  Object.assign(globalThis, { [containerName(remote.name)]: { init() {}, get: async () => () => app } });
}

/** Answers `fetch` and elements in the head until the test restores its mocks. */
export function startNetwork(): Network {
  const held = new Map<string, Promise<void>>();
  const network: Network = {
    asked: [],
    isUp: true,
    missing: new Set(),
    hold(path) {
      let release = () => {};
      held.set(
        path,
        new Promise((resolve) => {
          release = resolve;
        }),
      );
      return release;
    },
  };
  /** Waits while a file is held. @returns true when the file exists */
  const arrives = async (path: string): Promise<boolean> => {
    network.asked.push(path);
    await held.get(path);
    return !network.missing.has(path);
  };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, { method } = {}) => {
    const { pathname, href } = new URL(String(input), window.location.href);
    if (method === 'HEAD') {
      network.asked.push(href);
      if (network.isUp === undefined) return new Promise(() => {});
      if (!network.isUp) throw new TypeError('no connection');
      return new Response(null);
    }
    return (await arrives(pathname)) ? new Response('') : new Response('', { status: 404 });
  });
  const { append } = document.head;
  jest.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    append.apply(document.head, nodes);
    for (const node of nodes) {
      if (!(node instanceof HTMLScriptElement || node instanceof HTMLLinkElement)) continue;
      const { pathname } = new URL(node instanceof HTMLScriptElement ? node.src : node.href);
      void arrives(pathname).then((isThere) => {
        if (isThere && node instanceof HTMLScriptElement) runEntry(pathname);
        node.dispatchEvent(new Event(isThere ? 'load' : 'error'));
      });
    }
  });
  Object.assign(globalThis, {
    __webpack_init_sharing__: async () => {},
    __webpack_share_scopes__: { default: {} },
  });
  return network;
}
