import type { FrameState } from '@wholepage/contracts/framed';
import type { MountProps, RemoteApp, ShellApi } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, SLOT_ID } from '@wholepage/contracts/page';
import { containerName } from '@wholepage/federation/container';
import { provideFederation } from '@wholepage/federation/federation-runtime';
import { fetchThroughPage } from './frame-fetch';
import { followFrameLinks } from './frame-links';
import { FrameView } from './frame-view';
import { PagePort } from './page-port';

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
