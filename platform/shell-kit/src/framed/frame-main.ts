import type { FrameFetched, FrameState } from '@wholepage/contracts/framed';
import type { AddressView, MountProps, RemoteApp, ShellApi } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';
import { containerName } from '@wholepage/federation/container';
import { provideFederation } from '@wholepage/federation/federation-runtime';
import { PagePort } from './page-port';

/** The platform's script within a frame. It mounts the remote, and gives it links, `fetch`, an address and a shell that lead through the page. */

/** An address that its page shows in the site, not in the frame. */
const isOnSite = (url: URL, page: URL): boolean => url.origin === page.origin;

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/**
 * Links within a frame. The page follows those to the site, and those within the page scroll. All others open a window of
 * their own.
 * @param address of the page on the site
 */
function followFrameLinks(address: string, navigate: (path: string) => void): void {
  const page = new URL(address);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || event.defaultPrevented || !isPlain(event)) return;
    const url = new URL(link.getAttribute('href') ?? '', page);
    if (!isOnSite(url, page)) return void link.setAttribute('target', '_blank');
    event.preventDefault();
    const isHere = url.pathname === page.pathname && url.search === page.search;
    if (isHere && url.hash) document.getElementById(decodeURIComponent(url.hash.slice(1)))?.scrollIntoView();
    else navigate(url.pathname + url.search + url.hash);
  });
}

const textOf = async (request: Request): Promise<string | null> =>
  request.method === 'GET' || request.method === 'HEAD' ? null : request.text();

/** Lets `fetch` in a frame go through the page, which passes on what reads from or posts to the remote's own back end. */
function fetchThroughPage(port: PagePort, site: string): void {
  const own = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), site), init);
    const url = new URL(request.url);
    if (url.origin !== site) return own(request);
    const { method, signal } = request;
    const headers = Object.fromEntries(request.headers);
    const asked = port.ask({
      kind: 'fetch',
      path: url.pathname + url.search,
      method,
      headers,
      body: await textOf(request),
    });
    const given = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const { status, headers: answered, body } = (await Promise.race([asked, given])) as FrameFetched;
    return new Response(status === 204 || status === 304 ? null : body, { status, headers: answered });
  };
}

/** The page's address for a remote in a frame, whose own address bar says something else: every other page is gone to. */
class FrameView extends EventTarget implements AddressView {
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

interface Container {
  init(scope: object, initScope: object[]): Promise<void> | void;
  get(module: string): Promise<() => unknown>;
}

const run = (url: string, integrity: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    // A frame of an opaque origin gets scripts by CORS, and their integrity is checked.
    Object.assign(script, { src: url, async: true, crossOrigin: 'anonymous', integrity });
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${url} could not be fetched, or is not the promised bytes.`));
    document.head.append(script);
  });

/** What a remote in a frame shares it shares with nobody: it brings its own. */
async function loadApp({ app, entry, integrity }: FrameState): Promise<RemoteApp> {
  await run(entry, integrity);
  const container = (globalThis as Record<string, unknown>)[containerName(app)] as Container | undefined;
  if (!container) throw new Error(`The entry of ${app} left no container.`);
  await container.init({}, []);
  return (await container.get('./app'))() as RemoteApp;
}

/** Tells the page how high the remote's page is, whenever that changes. */
function tellHeight(port: PagePort, slot: HTMLElement): void {
  const tell = () => port.say({ kind: 'height', px: Math.ceil(slot.getBoundingClientRect().bottom + window.scrollY) });
  new ResizeObserver(tell).observe(slot);
  tell();
}

/** A dialog of the page takes the focus out of the frame, and browsers forget where it was within. */
function returnFocusLater(): void {
  const { activeElement } = document;
  const back = () => {
    const isLost = document.activeElement === document.body;
    if (isLost && activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  };
  window.addEventListener('focus', back, { once: true });
}

function platformShell(port: PagePort): ShellApi {
  return {
    alert: async (text) => {
      returnFocusLater();
      await port.ask({ kind: 'alert', text });
    },
    toast: (text) => port.say({ kind: 'toast', text }),
    navigate: (path) => port.say({ kind: 'navigate', path }),
    setHead: (head) => port.say({ kind: 'head', head }),
    events: {
      publish: (name, detail) => port.say({ kind: 'publish', name, detail }),
      // The page copies details as JSON: their types are the promise of who publishes.
      subscribe: (name, listener) => port.subscribe(name, listener as (detail: unknown) => void),
    },
    fail: (error) => {
      console.error(error);
      port.say({ kind: 'failed', phase: 'runtime' });
    },
  };
}

/** A site's shell has methods of its own: what the platform does not know is passed on by its name. */
const shellOf = (port: PagePort): ShellApi =>
  new Proxy(platformShell(port), {
    get: (shell, name) => {
      if (typeof name !== 'string' || name in shell) return Reflect.get(shell, name);
      return () => {
        returnFocusLater();
        port.say({ kind: 'site', name });
      };
    },
  });

async function main(): Promise<void> {
  const slot = document.getElementById(SLOT_ID);
  const text = document.getElementById(PAGE_STATE_ID)?.textContent;
  if (!slot || !text) throw new Error('This frame was not made by the composer.');
  const state = JSON.parse(text) as FrameState;
  const port = new PagePort(window.parent);
  const shell = shellOf(port);
  tellHeight(port, slot);
  followFrameLinks(state.address, shell.navigate);
  fetchThroughPage(port, new URL(state.address).origin);
  provideFederation();
  try {
    const app = await loadApp(state);
    const view = new FrameView(state.address, shell.navigate);
    const props: MountProps = { slot, config: state.config, data: state.data ?? undefined, shell, view };
    await app.bootstrap(props);
    await app.mount(props);
    // What the server made is hydrated in silence: a page that was gone to has no other word of its head.
    shell.setHead(state.head);
    port.say({ kind: 'mounted' });
  } catch (error) {
    console.error(error);
    port.say({ kind: 'failed', phase: 'mount' });
  }
}

void main();
