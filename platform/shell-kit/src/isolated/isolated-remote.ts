import { EVENT_NAME, LARGEST_DETAIL_CHARS, LONGEST_EVENT_NAME } from '@wholepage/contracts/events';
import type { HeadInput } from '@wholepage/contracts/head';
import {
  FRAME_READY,
  FRAME_RIGHTS,
  type FrameFetched,
  type FrameMessage,
  ISOLATED_LIMITS,
  isolatedPath,
  type PageMessage,
} from '@wholepage/contracts/isolated';
import type { MountProps, RemoteApp, ShellApi } from '@wholepage/contracts/mount';

/** An isolated remote failed, or its frame was removed. */
class IsolatedRemoteError extends Error {
  override name = 'IsolatedRemoteError';
}

const FIRST_HEIGHT_PX = 800;
/** Most ports of a frame, which requests another one when its document changes. */
const MOST_PORTS = 3;
/** Longest time that browsers count a touch as user activation. */
const TOUCH_COUNTS_MS = 5_000;
/** Most times that a frame may take the focus: its page may focus a field when it is shown. */
const MOST_THEFTS = 2;

/** Returns the frame's address for the visitor's present page. */
const addressOf = (app: string): string => isolatedPath(app, window.location.pathname + window.location.search);

/** Returns the frame that the server put into the slot, or a new one after a soft navigation. */
function frameIn(slot: HTMLElement, app: string): HTMLIFrameElement {
  const served = slot.querySelector('iframe');
  if (served) return served;
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', FRAME_RIGHTS);
  Object.assign(frame, { title: app, width: '100%', height: String(FIRST_HEIGHT_PX), src: addressOf(app) });
  slot.replaceChildren(frame);
  return frame;
}

/**
 * Keeps a frame from taking the focus. Browsers always allow that, and keys that are meant for the page would go there. The
 * focus stays on an element of the page that somebody uses by keyboard, until they press Tab, point at the frame or touch it.
 * @param onThief called when the frame takes the focus repeatedly: it gets keys each time
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
  const onFocus = ({ target }: FocusEvent) => {
    if (target === frame) return;
    // Fields match `:focus-visible` however they got the focus.
    const isUsed = target instanceof HTMLElement && (!isPointing || target.matches(':focus-visible'));
    used = isUsed ? target : undefined;
    mayLeave = false;
  };
  document.addEventListener('focusin', onFocus, listening);
  const onEnter = () => {
    mayLeave = true;
  };
  frame.addEventListener('pointerenter', onEnter, listening);
  const giveBack = () => {
    // An element that is not rendered, such as one in a closed dialog, cannot take the focus.
    if (document.activeElement !== frame || !used || used.getClientRects().length === 0) return;
    thefts += 1;
    if (thefts > MOST_THEFTS) onThief();
    else frame.blur();
    used.focus({ preventScroll: true });
  };
  const onBlur = () => {
    if (document.activeElement !== frame || mayLeave) return;
    // The page learns of a touch within the frame only by user activation.
    const isActive = navigator.userActivation?.isActive && performance.now() - lastInput > TOUCH_COUNTS_MS;
    // Chromium would still send keys to the frame if the focus were returned during this event.
    if (!(isActive && window.matchMedia('(any-pointer: coarse)').matches)) setTimeout(giveBack);
  };
  window.addEventListener('blur', onBlur, { signal });
}

/** Serves one frame until it is removed from the page. */
class IsolatedPage {
  private readonly ending = new AbortController();

  constructor(private readonly app: string) {}

  /** @throws IsolatedRemoteError when the remote reports a failure, or when its frame is removed for misuse */
  mount({ slot, shell }: MountProps): Promise<void> {
    const hasHead = slot.querySelector('iframe') !== null;
    const frame = frameIn(slot, this.app);
    Object.assign(frame.style, { border: '0', display: 'block' });
    return new Promise((resolve, reject) => {
      const failure = new IsolatedRemoteError(`${this.app} failed in its frame.`);
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
      const { signal } = this.ending;
      signal.addEventListener('abort', () => requests.end());
      const takeOut = (why: string): void => {
        const harm = new IsolatedRemoteError(`${this.app} ${why}: its frame is taken out.`);
        this.end(slot);
        reject(harm);
        shell.fail(harm);
      };
      keepFocus(frame, signal, () => takeOut('takes the focus again and again'));
      // Browsers deserialise a message when its data is read, so each read is metered.
      const metered = messageMeter(() => takeOut('sends more messages than its page can bear'));
      let connected = 0;
      const connect = () => {
        connected += 1;
        const { port1, port2 } = new MessageChannel();
        signal.addEventListener('abort', () => port1.close());
        port1.onmessage = (event) => metered(() => requests.take(event.data, (answer) => port1.postMessage(answer)));
        frame.contentWindow?.postMessage('', '*', [port2]);
      };
      const onMessage = (event: MessageEvent) => {
        if (event.source !== frame.contentWindow) return;
        metered(() => {
          if (event.data === FRAME_READY && connected < MOST_PORTS) connect();
        });
      };
      window.addEventListener('message', onMessage, { signal });
      // The frame may have sent its request before this script ran.
      connect();
    });
  }

  end(slot: HTMLElement): void {
    this.ending.abort();
    slot.replaceChildren();
  }
}

/** Returns the lifecycles for a remote whose own code runs in a frame. */
export function isolatedRemote(app: string): RemoteApp {
  const ends = new WeakMap<HTMLElement, () => void>();
  const isFramed = async (address: string) => (await fetch(address, { method: 'HEAD' })).status === 200;
  return {
    async bootstrap() {},
    /** Leaves to a page load what its server answers by a redirect, a denial or a failure. */
    async prepare({ url }) {
      return (await isFramed(isolatedPath(app, url.pathname + url.search))) ? undefined : { status: 401, denied: true };
    },
    async mount(props) {
      const { slot, shell } = props;
      const visit = new AbortController();
      let shown = '';
      let page: IsolatedPage | undefined;
      const show = async (): Promise<void> => {
        shown = addressOf(app);
        page?.end(slot);
        page = new IsolatedPage(app);
        await page.mount(props);
      };
      // Navigation between pages of the remote mounts nothing, but each page needs its own frame.
      const follow = async (): Promise<void> => {
        const address = addressOf(app);
        if (address === shown) return;
        const before = page;
        const isOwn = await isFramed(address);
        if (isOwn && page === before && address === addressOf(app) && !visit.signal.aborted) await show();
      };
      ends.set(slot, () => {
        visit.abort();
        page?.end(slot);
      });
      window.addEventListener('popstate', () => void follow().catch(shell.fail), visit);
      await show();
    },
    async unmount({ slot }) {
      ends.get(slot)?.();
    },
  };
}

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isId = (value: unknown): value is number => Number.isSafeInteger(value);

const METHODS = new Set(['GET', 'HEAD', 'POST']);

type Fields = Record<string, unknown>;

/** Checks of a message's fields, by kind. */
const FITS: Record<string, (fields: Fields) => boolean> = {
  mounted: () => true,
  failed: ({ phase }) => phase === 'mount' || phase === 'runtime',
  height: ({ px }) => typeof px === 'number' && Number.isFinite(px),
  navigate: ({ path }) => isText(path, 2_048),
  head: ({ head }) => isRecord(head) && isText(head.title, 300),
  toast: ({ text }) => isText(text, 300),
  site: ({ name }) => isText(name, 40),
  publish: ({ name }) => isText(name, LONGEST_EVENT_NAME),
  subscribe: ({ id, name }) => isId(id) && isText(name, LONGEST_EVENT_NAME),
  unsubscribe: ({ id }) => isId(id),
  alert: ({ id, text }) => isId(id) && isText(text, 500),
  fetch: ({ id, path, method, headers, body }) =>
    isId(id) &&
    isText(path, 2_048) &&
    METHODS.has(String(method)) &&
    isRecord(headers) &&
    (body === null || isText(body, ISOLATED_LIMITS.messageChars)),
};

const isShort = (data: unknown): boolean => {
  try {
    return JSON.stringify(data).length <= ISOLATED_LIMITS.messageChars;
  } catch {
    return false;
  }
};

/** Validates a frame's message. @returns undefined for other kinds, other fields, and messages that are too long */
export function readMessage(data: unknown): FrameMessage | undefined {
  if (!isRecord(data) || typeof data.kind !== 'string' || !Object.hasOwn(FITS, data.kind)) return undefined;
  return isShort(data) && FITS[data.kind]?.(data) ? (data as FrameMessage) : undefined;
}

/**
 * Limits the cost of a frame's messages per second. Messages over the limit are dropped unread; a flood calls
 * `onFlood`.
 * @returns calls `read` for a message within the limit
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
    if (count <= ISOLATED_LIMITS.messagesPerSecond) read();
    busyMs += now() - began;
    if (count > ISOLATED_LIMITS.floodMessages || busyMs > ISOLATED_LIMITS.floodMs) onFlood();
  };
}

const MOST_SUBSCRIPTIONS = 50;
const LOWEST_PX = 100;
/** Most addresses to which frames lead while a touch counts: each is an entry of the tab's history. */
const MOST_STEPS = 5;
let steps: number[] = [];
/** Members of a shell that the platform defines: each has its own kind of message. */
const PLATFORM = new Set(['navigate', 'setHead', 'fail', 'alert', 'toast', 'events']);

/** True during user activation, so that a frame cannot act by itself; also where browsers do not report activation. */
const isTouched = (): boolean => navigator.userActivation?.isActive ?? true;

/** True after any touch of this page: the visitor's request may take longer than user activation lasts. */
const wasTouched = (): boolean => navigator.userActivation?.hasBeenActive ?? true;

/** Returns only the texts of a head: a frame may set neither the canonical address nor `noindex`. */
const wordsOf = ({ title, description = '', keywords = '' }: HeadInput): HeadInput => ({
  title: String(title),
  description: String(description),
  keywords: String(keywords),
});

interface FrameRequestsOptions {
  app: string;
  shell: ShellApi;
  /** True when the server rendered the page around the frame, its head included. */
  hasHead: boolean;
  setHeight(px: number): void;
  onMounted(): void;
  onFailed(phase: 'mount' | 'runtime'): void;
}

type Asked<Kind extends FrameMessage['kind']> = Extract<FrameMessage, { kind: Kind }>;
type Answer = (message: PageMessage) => void;

/** Carries out the requests of an isolated remote to its page, within its rights. */
export class FrameRequests {
  private readonly subscriptions = new Map<number, () => void>();
  private underWay = 0;
  private isAlerting = false;

  constructor(private readonly options: FrameRequestsOptions) {}

  private readonly does: { [Kind in FrameMessage['kind']]: (message: Asked<Kind>, answer: Answer) => unknown } = {
    mounted: () => this.options.onMounted(),
    failed: ({ phase }) => this.options.onFailed(phase),
    height: ({ px }) => this.options.setHeight(Math.min(Math.max(px, LOWEST_PX), ISOLATED_LIMITS.height)),
    head: ({ head }) => {
      // A server-rendered page has its complete head already.
      if (!this.options.hasHead || head.title !== document.title) this.options.shell.setHead(wordsOf(head));
    },
    toast: ({ text }) => this.options.shell.toast(text),
    /** Calls a method of the site's own shell, such as one that opens a dialog. */
    site: ({ name }) => {
      const { shell } = this.options;
      const method: unknown = Object.hasOwn(shell, name) && !PLATFORM.has(name) ? Reflect.get(shell, name) : undefined;
      if (isTouched() && typeof method === 'function') method.call(shell);
    },
    navigate: ({ path }) => {
      const { origin, href } = window.location;
      if (!isTouched() || !URL.canParse(path, href)) return;
      const url = new URL(path, href);
      // `/.//other.example` has the path `//other.example`, which is the address of another site.
      if (!url.href.startsWith(`${origin}/`) || url.pathname.startsWith('//')) return;
      const now = performance.now();
      steps = [...steps.filter((at) => now - at < TOUCH_COUNTS_MS), now];
      if (steps.length <= MOST_STEPS) this.options.shell.navigate(url.pathname + url.search + url.hash);
    },
    publish: ({ name, detail }) => {
      const text = JSON.stringify(detail ?? null);
      const isOwn = EVENT_NAME.test(name) && name.startsWith(`${this.options.app}:`);
      if (isOwn && text.length <= LARGEST_DETAIL_CHARS)
        document.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(text) }));
    },
    subscribe: ({ id, name }, answer) => {
      // A document that is loaded again counts from 1 again.
      this.unsubscribe(id);
      if (this.subscriptions.size >= MOST_SUBSCRIPTIONS || !EVENT_NAME.test(name)) return;
      const { events } = this.options.shell;
      const end = events.subscribe(name, (detail: unknown) => answer({ kind: 'event', id, detail }));
      this.subscriptions.set(id, end);
    },
    unsubscribe: ({ id }) => this.unsubscribe(id),
    alert: ({ id, text }, answer) => this.answer(id, () => this.alert(text), answer),
    fetch: (asked, answer) => this.answer(asked.id, () => fetchFromBackEnd(this.options.app, asked), answer),
  };

  /** @param answer sends a message back to the frame: a refusal of a request that breaks the rules, too */
  take(data: unknown, answer: Answer): void {
    const message = readMessage(data);
    const reason = `A request is GET, HEAD or POST, in ${ISOLATED_LIMITS.messageChars} characters; an alert has 500 at most.`;
    if (message) (this.does[message.kind] as (message: FrameMessage, answer: Answer) => unknown)(message, answer);
    else if (isRecord(data) && isId(data.id)) answer({ kind: 'refused', id: data.id, reason });
  }

  end(): void {
    for (const id of this.subscriptions.keys()) this.unsubscribe(id);
  }

  private unsubscribe(id: number): void {
    this.subscriptions.get(id)?.();
    this.subscriptions.delete(id);
  }

  /** @throws Error before the first touch, and while the frame's last dialog is open */
  private async alert(text: string): Promise<void> {
    if (!wasTouched() || this.isAlerting) throw new Error('A frame opens a dialog after a touch, one at a time.');
    this.isAlerting = true;
    try {
      await this.options.shell.alert(text);
    } finally {
      this.isAlerting = false;
    }
  }

  private async answer(id: number, work: () => Promise<unknown>, answer: Answer): Promise<void> {
    const refuse = (reason: string) => answer({ kind: 'refused', id, reason });
    if (this.underWay >= ISOLATED_LIMITS.requestsAtOnce) return refuse('Too many requests at once.');
    this.underWay += 1;
    try {
      answer({ kind: 'answer', id, value: await work() });
    } catch (error) {
      refuse(String(error));
    } finally {
      this.underWay -= 1;
    }
  }
}

const PATIENCE_MS = 10_000;
const PASSED_HEADERS = ['accept', 'content-type'];
const ANSWERED_HEADERS = ['content-type', 'retry-after'];

/** Reads a body up to the limit for frames: a remote's back end must not fill the page's memory. @throws Error beyond it */
async function boundedText({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  // Messages carry text: another body, such as a picture, is refused.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length <= ISOLATED_LIMITS.answerChars) continue;
    void reader?.cancel();
    throw new Error('The answer is longer than a frame may have.');
  }
  return text + decoder.decode();
}

/** Fetches from an isolated remote's own back end, without the visitor's cookies. @throws Error with the reason of a refusal */
async function fetchFromBackEnd(app: string, { path, method, headers, body }: Asked<'fetch'>): Promise<FrameFetched> {
  const url = new URL(path, window.location.origin);
  if (url.origin !== window.location.origin || !url.pathname.startsWith(`/api/${app}/`)) {
    throw new Error(`An isolated remote reads from /api/${app}/ only, not from ${path}.`);
  }
  const passed = Object.entries(headers).filter(
    ([name, value]) => PASSED_HEADERS.includes(name.toLowerCase()) && typeof value === 'string',
  );
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(passed),
    body,
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await boundedText(response);
  const answered = [...response.headers].filter(([name]) => ANSWERED_HEADERS.includes(name));
  return { status: response.status, headers: Object.fromEntries(answered), body: text };
}
