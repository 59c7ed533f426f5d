import { FRAME_RIGHTS, framedPath } from '@wholepage/contracts/framed';
import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { FrameRequests } from './frame-requests';
import { FRAME_READY } from './page-port';
import { messageLimit, readMessage } from './read-message';

/** A framed remote did not come to life. */
export class FramedRemoteError extends Error {
  override name = 'FramedRemoteError';
}

const FIRST_HEIGHT_PX = 800;

/** The frame's address of the page that the visitor is at. */
const addressOf = (app: string): string => framedPath(app, window.location.pathname + window.location.search);

/** The frame that the server put into the slot, or a new one after a soft navigation. */
function frameIn(slot: HTMLElement, app: string): HTMLIFrameElement {
  const served = slot.querySelector('iframe');
  if (served) return served;
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', FRAME_RIGHTS);
  frame.title = app;
  frame.width = '100%';
  frame.height = String(FIRST_HEIGHT_PX);
  frame.src = addressOf(app);
  slot.replaceChildren(frame);
  return frame;
}

/** Follows one frame until it is taken out of the page. */
class FramedPage {
  private readonly ending = new AbortController();
  private readonly ports: MessagePort[] = [];
  private requests: FrameRequests | undefined;

  constructor(private readonly app: string) {}

  /** @throws FramedRemoteError when the remote says that it failed */
  mount({ slot, shell }: MountProps): Promise<void> {
    const hasHead = slot.querySelector('iframe') !== null;
    const frame = frameIn(slot, this.app);
    frame.style.border = '0';
    frame.style.display = 'block';
    return new Promise((resolve, reject) => {
      const failure = new FramedRemoteError(`${this.app} failed in its frame.`);
      const requests = new FrameRequests({
        app: this.app,
        shell,
        hasHead,
        setHeight: (px) => {
          frame.style.height = `${px}px`;
        },
        onMounted: resolve,
        onFailed: (phase) => (phase === 'mount' ? reject(failure) : shell.fail(failure)),
      });
      this.requests = requests;
      const isWithinLimit = messageLimit();
      const connect = () => {
        const { port1, port2 } = new MessageChannel();
        this.ports.push(port1);
        port1.onmessage = ({ data }) => {
          const message = isWithinLimit() ? readMessage(data) : undefined;
          if (message) requests.take(message, (answer) => port1.postMessage(answer));
        };
        frame.contentWindow?.postMessage('', '*', [port2]);
      };
      window.addEventListener(
        'message',
        ({ source, data }) => {
          if (source === frame.contentWindow && data === FRAME_READY && this.ports.length < 3) connect();
        },
        { signal: this.ending.signal },
      );
      // The frame may have asked before this script came.
      connect();
    });
  }

  end(slot: HTMLElement): void {
    this.ending.abort();
    this.requests?.end();
    for (const port of this.ports) port.close();
    slot.replaceChildren();
  }
}

/** Lifecycles that stand for a remote whose own code runs in a frame. */
export function framedRemote(app: string): RemoteApp {
  const pages = new WeakMap<HTMLElement, FramedPage>();
  const unfollow = new WeakMap<HTMLElement, () => void>();
  return {
    async bootstrap() {},
    async mount(props) {
      const { slot, shell } = props;
      let shown = '';
      const show = async (): Promise<void> => {
        shown = addressOf(app);
        pages.get(slot)?.end(slot);
        const page = new FramedPage(app);
        pages.set(slot, page);
        await page.mount(props);
      };
      // A visit from one page of the remote to another mounts nothing: each has a frame of its own.
      const follow = async (): Promise<void> => {
        const address = addressOf(app);
        if (address === shown) return;
        const page = pages.get(slot);
        const isOwn = (await fetch(address, { method: 'HEAD' })).status === 200;
        if (isOwn && pages.get(slot) === page) await show();
      };
      const onPopState = () => void follow().catch((error: unknown) => shell.fail(error));
      window.addEventListener('popstate', onPopState);
      unfollow.set(slot, () => window.removeEventListener('popstate', onPopState));
      await show();
    },
    async unmount({ slot }) {
      unfollow.get(slot)?.();
      pages.get(slot)?.end(slot);
      pages.delete(slot);
    },
  };
}
