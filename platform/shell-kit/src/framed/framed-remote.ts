import { FRAME_RIGHTS, FRAMED_LIMITS, type FrameMessage, framedPath } from '@wholepage/contracts/framed';
import type { MountProps, RemoteApp } from '@wholepage/contracts/mount';
import { FrameRequests } from './frame-requests';
import { FRAME_READY } from './page-port';

/** A framed remote did not come to life. */
class FramedRemoteError extends Error {
  override name = 'FramedRemoteError';
}

const FIRST_HEIGHT_PX = 800;
/** A frame asks for one again when its document is another. */
const MOST_PORTS = 3;
/** As long as browsers take a touch for a wish, at most. */
const TOUCH_COUNTS_MS = 5_000;
/** A page may focus a field of its own when it is shown. */
const MOST_THEFTS = 2;

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

/**
 * Browsers let a frame take the focus whenever it wants, and keys that are meant for the page would go there. The focus stays
 * where somebody uses the page by keyboard, until they press Tab, point at the frame or touch it.
 * @param onThief called when the frame takes it again and again: keys are lost to it each time
 */
function keepFocus(frame: HTMLIFrameElement, signal: AbortSignal, onThief: () => void): void {
  let thefts = 0;
  let used: HTMLElement | undefined;
  let mayLeave = false;
  let isPointing = false;
  let lastInput = Number.NEGATIVE_INFINITY;
  const listening = { signal, capture: true };
  const onInput = (event: Event) => {
    lastInput = performance.now();
    mayLeave = event instanceof KeyboardEvent && event.key === 'Tab';
    isPointing = event.type === 'pointerdown';
    if (isPointing) used = undefined;
  };
  document.addEventListener('keydown', onInput, listening);
  document.addEventListener('pointerdown', onInput, listening);
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target === frame) return;
      // Fields match `:focus-visible` however they got the focus.
      const isUsed = target instanceof HTMLElement && (!isPointing || target.matches(':focus-visible'));
      used = isUsed ? target : undefined;
      mayLeave = false;
    },
    listening,
  );
  frame.addEventListener(
    'pointerenter',
    () => {
      mayLeave = true;
    },
    listening,
  );
  const giveBack = () => {
    // What is not shown, such as a dialog that was closed, has no use for it.
    if (document.activeElement !== frame || !used || used.getClientRects().length === 0) return;
    thefts += 1;
    if (thefts > MOST_THEFTS) onThief();
    else frame.blur();
    used.focus({ preventScroll: true });
  };
  window.addEventListener(
    'blur',
    () => {
      if (document.activeElement !== frame || mayLeave) return;
      // Of a finger within the frame the page hears by this alone.
      const isActive = navigator.userActivation?.isActive && performance.now() - lastInput > TOUCH_COUNTS_MS;
      // Chromium sends keys to the frame still when the focus is given back before this event is over.
      if (!(isActive && window.matchMedia('(any-pointer: coarse)').matches)) setTimeout(giveBack);
    },
    { signal },
  );
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
      const takeOut = (why: string): void => {
        const harm = new FramedRemoteError(`${this.app} ${why}: its frame is taken out.`);
        this.end(slot);
        reject(harm);
        shell.fail(harm);
      };
      keepFocus(frame, this.ending.signal, () => takeOut('takes the focus again and again'));
      const metered = messageMeter(() => takeOut('sends more messages than its page can bear'));
      const connect = () => {
        const { port1, port2 } = new MessageChannel();
        this.ports.push(port1);
        // What a message holds is put together when its data is asked for.
        port1.onmessage = (event) =>
          metered(() => {
            const message = readMessage(event.data);
            if (message) requests.take(message, (answer) => port1.postMessage(answer));
          });
        frame.contentWindow?.postMessage('', '*', [port2]);
      };
      window.addEventListener(
        'message',
        (event) => {
          if (event.source !== frame.contentWindow) return;
          metered(() => {
            if (event.data === FRAME_READY && this.ports.length < MOST_PORTS) connect();
          });
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

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isId = (value: unknown): value is number => Number.isSafeInteger(value);

const METHODS = new Set(['GET', 'HEAD', 'POST']);

type Fields = Record<string, unknown>;

/** Of each kind, what its fields must be. */
const FITS: Record<string, (fields: Fields) => boolean> = {
  mounted: () => true,
  failed: ({ phase }) => phase === 'mount' || phase === 'runtime',
  height: ({ px }) => typeof px === 'number' && Number.isFinite(px),
  navigate: ({ path }) => isText(path, 2_048),
  head: ({ head }) => isRecord(head) && isText(head.title, 300),
  toast: ({ text }) => isText(text, 300),
  site: ({ name }) => isText(name, 40),
  publish: ({ name }) => isText(name, 120),
  subscribe: ({ name }) => isText(name, 120),
  alert: ({ id, text }) => isId(id) && isText(text, 500),
  fetch: ({ id, path, method, headers, body }) =>
    isId(id) &&
    isText(path, 2_048) &&
    METHODS.has(String(method)) &&
    isRecord(headers) &&
    (body === null || isText(body, FRAMED_LIMITS.messageChars)),
};

const isShort = (data: unknown): boolean => {
  try {
    return JSON.stringify(data).length <= FRAMED_LIMITS.messageChars;
  } catch {
    return false;
  }
};

/** @returns undefined for what no frame may say: other kinds, other fields, too much of it */
export function readMessage(data: unknown): FrameMessage | undefined {
  if (!isRecord(data) || typeof data.kind !== 'string' || !Object.hasOwn(FITS, data.kind)) return undefined;
  return isShort(data) && FITS[data.kind]?.(data) ? (data as FrameMessage) : undefined;
}

/**
 * Bounds by the second what a frame's messages cost the page. What is over the limit is dropped unread; a flood calls
 * `onFlood`.
 * @returns what reads one message within the bounds
 */
export function messageMeter(
  onFlood: () => void,
  now: () => number = () => performance.now(),
): (read: () => void) => void {
  let second = 0;
  let count = 0;
  let busyMs = 0;
  return (read) => {
    const began = now();
    if (Math.floor(began / 1_000) !== second) [second, count, busyMs] = [Math.floor(began / 1_000), 0, 0];
    count += 1;
    if (count <= FRAMED_LIMITS.messagesPerSecond) read();
    busyMs += now() - began;
    if (count > FRAMED_LIMITS.floodMessages || busyMs > FRAMED_LIMITS.floodMs) onFlood();
  };
}
