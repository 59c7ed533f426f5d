import {
  FRAME_READY,
  type FrameFetched,
  type FrameMessage,
  type FrameRequest,
  type FrameState,
  type PageMessage,
} from '@wholepage/contracts/isolated';
import type { AddressView, MountProps, RemoteApp, ShellApi } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';
import { arrival } from '@wholepage/federation/browser';
import { leaveRuntime } from '@wholepage/federation/bundler-runtime';
import { moduleIn } from '@wholepage/federation/container';
import { isPlain, partOf } from '@wholepage/page-rules/address';
import { withSiteShell } from '@wholepage/page-rules/site-shell';

/** The platform's script in a frame. It mounts the remote, and routes its links, `fetch`, address and shell through the page. */

/**
 * Handles links in a frame. The page follows links to the site, and links within the page scroll. All others open a new
 * window.
 * @param address the page's address on the site
 */
function followFrameLinks(address: string, navigate: (path: string) => void): void {
  const page = new URL(address);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || !isPlain(event)) return;
    const url = new URL(link.getAttribute('href') ?? '', page);
    if (url.origin !== page.origin) return void link.setAttribute('target', '_blank');
    event.preventDefault();
    const isHere = url.pathname === page.pathname && url.search === page.search;
    if (isHere && url.hash) partOf(document, url.hash)?.scrollIntoView();
    else navigate(url.pathname + url.search + url.hash);
  });
}

/** Longest wait for the page's answer to a request: it gives up on the back end earlier, and drops messages beyond its limits. */
const ANSWER_LIMIT_MS = 12_000;

/** Routes `fetch` in a frame through the page, which forwards reads and posts to the remote's own back end. */
function fetchThroughPage(port: PagePort, site: string): void {
  const own = window.fetch.bind(window);
  // Messages carry text: a body of other bytes, such as a picture, is refused with a TypeError.
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  window.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), site), init);
    const url = new URL(request.url);
    if (url.origin !== site) return own(request);
    const { method } = request;
    const headers = Object.fromEntries(request.headers);
    const body = method === 'GET' || method === 'HEAD' ? null : utf8.decode(await request.arrayBuffer());
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
    signal.throwIfAborted();
    const asked = port.ask({ kind: 'fetch', path: url.pathname + url.search, method, headers, body });
    const given = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const answer = (await Promise.race([asked, given])) as FrameFetched;
    // Some statuses have no body, not even an empty one.
    return new Response(answer.body || null, answer);
  };
}

/** The page's address for a remote in a frame, whose own location differs. Another address navigates the page. */
class FrameView extends EventTarget implements AddressView {
  readonly location: URL;

  constructor(
    address: string,
    private readonly go: (path: string) => void,
  ) {
    super();
    this.location = new URL(address);
  }

  private readonly lead: History['pushState'] = (state, _unused, url) => {
    this.history.state = state;
    const next = new URL(url ?? this.location, this.location);
    if (next.href !== this.location.href) this.go(next.pathname + next.search + next.hash);
  };

  readonly history = { state: null as unknown, pushState: this.lead, replaceState: this.lead, go(): void {} };
}

/** Loads the remote with an empty share scope: in a frame it brings all its packages. */
async function loadApp({ app, entry, integrity }: FrameState): Promise<RemoteApp> {
  // A frame of an opaque origin loads scripts by CORS, and browsers check their integrity.
  const asked = { src: entry, async: true, crossOrigin: 'anonymous', integrity };
  await arrival(Object.assign(document.createElement('script'), asked), entry);
  return (await moduleIn({}, app, './app')) as RemoteApp;
}

/** Reports the height of the remote's page to the host page, at each change. */
function tellHeight(port: PagePort, slot: HTMLElement): void {
  const tell = () => port.say({ kind: 'height', px: Math.ceil(slot.getBoundingClientRect().bottom + window.scrollY) });
  new ResizeObserver(tell).observe(slot);
  tell();
}

/** Restores the focus after a dialog of the page, which takes it from the frame: browsers forget the focused element. */
function returnFocusLater(): void {
  const { activeElement } = document;
  const back = () => {
    const isLost = document.activeElement === document.body;
    if (isLost && activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  };
  window.addEventListener('focus', back, { once: true });
}

/** Returns the remote's shell. Methods that only the site's shell has are passed on by name. */
function shellOf(port: PagePort): ShellApi {
  const platform: ShellApi = {
    alert: async (text) => {
      returnFocusLater();
      await port.ask({ kind: 'alert', text });
    },
    toast: (text) => port.say({ kind: 'toast', text }),
    navigate: (path) => port.say({ kind: 'navigate', path }),
    setHead: (head) => port.say({ kind: 'head', head }),
    events: {
      publish: (name, detail) => port.say({ kind: 'publish', name, detail }),
      // The page copies details as JSON: the publisher vouches for their types.
      subscribe: (name, listener) => port.subscribe(name, listener as (detail: unknown) => void),
    },
    fail: (error) => {
      console.error(error);
      port.say({ kind: 'failed', phase: 'runtime' });
    },
  };
  return withSiteShell(platform, (name) => {
    returnFocusLater();
    port.say({ kind: 'site', name });
  });
}

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
  leaveRuntime();
  try {
    const app = await loadApp(state);
    const view = new FrameView(state.address, shell.navigate);
    const props: MountProps = { slot, config: state.config, data: state.data ?? undefined, shell, view };
    await app.bootstrap(props);
    await app.mount(props);
    // Hydration of the server's HTML sets no head, and after a soft navigation the page gets it from nowhere else.
    shell.setHead(state.head);
    port.say({ kind: 'mounted' });
  } catch (error) {
    console.error(error);
    port.say({ kind: 'failed', phase: 'mount' });
  }
}

/** Most messages that wait until the page listens. */
const MOST_WAITING = 100;

/** The frame's port to its page. Messages wait until the page listens. */
class PagePort {
  private port: MessagePort | undefined;
  private waiting: FrameMessage[] = [];
  private readonly pending = new Map<number, (said: Exclude<PageMessage, { kind: 'event' }>) => void>();
  private readonly listeners = new Map<number, (detail: unknown) => void>();
  private lastId = 0;

  constructor(page: Window) {
    window.addEventListener('message', (event) => {
      const [port] = event.ports;
      if (this.port || event.source !== page || !port) return;
      this.port = port;
      port.onmessage = ({ data }: MessageEvent<PageMessage>) => this.hear(data);
      for (const message of this.waiting.splice(0)) this.say(message);
    });
    page.postMessage(FRAME_READY, '*');
  }

  say(message: FrameMessage): void {
    if (this.port) this.port.postMessage(message);
    else if (this.waiting.length < MOST_WAITING) this.waiting.push(message);
  }

  /** @throws Error when the page refuses the request */
  ask(request: FrameRequest): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise((resolve, reject) =>
      this.pending.set(id, (said) => (said.kind === 'answer' ? resolve(said.value) : reject(new Error(said.reason)))),
    );
    this.say({ id, ...request });
    return answer.finally(() => this.pending.delete(id));
  }

  /** @returns ends the subscription */
  subscribe(name: string, listener: (detail: unknown) => void): () => void {
    this.lastId += 1;
    const id = this.lastId;
    this.listeners.set(id, listener);
    this.say({ kind: 'subscribe', id, name });
    return () => this.listeners.delete(id) && this.say({ kind: 'unsubscribe', id });
  }

  private hear(message: PageMessage): void {
    if (message.kind !== 'event') return void this.pending.get(message.id)?.(message);
    const copy = JSON.parse(JSON.stringify(message.detail), (_key, value) => Object.freeze(value));
    this.listeners.get(message.id)?.(copy);
  }
}

void main();
