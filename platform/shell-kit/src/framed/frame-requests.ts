import { EVENT_NAME, LARGEST_DETAIL_CHARS } from '@wholepage/contracts/events';
import { FRAMED_LIMITS, type FrameFetched, type FrameMessage, type PageMessage } from '@wholepage/contracts/framed';
import type { HeadInput } from '@wholepage/contracts/head';
import type { ShellApi } from '@wholepage/contracts/mount';

const MOST_SUBSCRIPTIONS = 50;
const LOWEST_PX = 100;
/** What the platform fixes of a shell: each has a message of its own. */
const PLATFORM = new Set(['navigate', 'setHead', 'fail', 'alert', 'toast', 'events']);

/** What a visitor must have touched the page for, moments ago: a frame does none of it by itself. */
const isTouched = (): boolean => navigator.userActivation?.isActive ?? true;

/** Whether the visitor ever touched this page: what they asked for may take longer than a touch counts. */
const wasTouched = (): boolean => navigator.userActivation?.hasBeenActive ?? true;

/** Of a head what words it; where the page is, and who may find it, is not for a frame to say. */
const wordsOf = ({ title, description = '', keywords = '' }: HeadInput): HeadInput => ({
  title: String(title),
  description: String(description),
  keywords: String(keywords),
});

interface FrameRequestsOptions {
  app: string;
  shell: ShellApi;
  /** The server made the page around the frame, its head included. */
  hasHead: boolean;
  setHeight(px: number): void;
  onMounted(): void;
  onFailed(phase: 'mount' | 'runtime'): void;
}

/** Does what a framed remote asks of its page, as far as it may. */
export class FrameRequests {
  private readonly subscriptions: (() => void)[] = [];
  private underWay = 0;
  private isAlerting = false;

  constructor(private readonly options: FrameRequestsOptions) {}

  /** @param answer says something back to the frame that asked */
  take(message: FrameMessage, answer: (message: PageMessage) => void): void {
    const { app, shell, hasHead, setHeight, onMounted, onFailed } = this.options;
    switch (message.kind) {
      case 'mounted':
        onMounted();
        break;
      case 'failed':
        onFailed(message.phase);
        break;
      case 'height':
        setHeight(Math.min(Math.max(message.px, LOWEST_PX), FRAMED_LIMITS.height));
        break;
      case 'head':
        // A page that was opened has a whole head already.
        if (!hasHead || message.head.title !== document.title) shell.setHead(wordsOf(message.head));
        break;
      case 'toast':
        shell.toast(message.text);
        break;
      case 'site':
        this.callSite(message.name);
        break;
      case 'navigate':
        this.navigate(message.path);
        break;
      case 'publish':
        this.publish(message.name, message.detail);
        break;
      case 'subscribe':
        this.subscribe(message.name, answer);
        break;
      case 'alert':
        this.answer(message.id, () => this.alert(message.text), answer);
        break;
      case 'fetch':
        this.answer(message.id, () => fetchFromBackEnd(app, message), answer);
        break;
    }
  }

  end(): void {
    for (const end of this.subscriptions.splice(0)) end();
  }

  /** Does what the site's own shell offers, such as opening a dialog of its own. */
  private callSite(name: string): void {
    const { shell } = this.options;
    const method: unknown = Object.hasOwn(shell, name) && !PLATFORM.has(name) ? Reflect.get(shell, name) : undefined;
    if (isTouched() && typeof method === 'function') method.call(shell);
  }

  /** @throws Error before the first touch, and while its last dialog is open */
  private async alert(text: string): Promise<void> {
    if (!wasTouched() || this.isAlerting) throw new Error('A frame opens a dialog after a touch, one at a time.');
    this.isAlerting = true;
    try {
      await this.options.shell.alert(text);
    } finally {
      this.isAlerting = false;
    }
  }

  private navigate(path: string): void {
    const { origin, href } = window.location;
    if (!isTouched() || !URL.canParse(path, href)) return;
    const url = new URL(path, href);
    // The path of `/.//other.example` is the address of another site.
    if (!url.href.startsWith(`${origin}/`) || url.pathname.startsWith('//')) return;
    this.options.shell.navigate(url.pathname + url.search + url.hash);
  }

  private publish(name: string, detail: unknown): void {
    const text = JSON.stringify(detail ?? null);
    const isOwn = EVENT_NAME.test(name) && name.startsWith(`${this.options.app}:`);
    if (isOwn && text.length <= LARGEST_DETAIL_CHARS) {
      document.dispatchEvent(new CustomEvent(name, { detail: JSON.parse(text) }));
    }
  }

  private subscribe(name: string, answer: (message: PageMessage) => void): void {
    if (this.subscriptions.length >= MOST_SUBSCRIPTIONS || !EVENT_NAME.test(name)) return;
    const { events } = this.options.shell;
    this.subscriptions.push(events.subscribe(name, (detail: unknown) => answer({ kind: 'event', name, detail })));
  }

  private answer(id: number, work: () => Promise<unknown>, answer: (message: PageMessage) => void): void {
    if (this.underWay >= FRAMED_LIMITS.requestsAtOnce) {
      answer({ kind: 'refused', id, reason: 'Too many requests at once.' });
      return;
    }
    this.underWay += 1;
    work()
      .then(
        (value) => answer({ kind: 'answer', id, value }),
        (error: unknown) => answer({ kind: 'refused', id, reason: String(error) }),
      )
      .finally(() => {
        this.underWay -= 1;
      });
  }
}

const PATIENCE_MS = 10_000;
const PASSED_HEADERS = ['accept', 'content-type'];
const ANSWERED_HEADERS = ['content-type', 'retry-after'];

/** Reads no further than a frame may have: what the back end of a remote sends must not fill the page's memory. */
async function boundedText({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length <= FRAMED_LIMITS.answerChars) continue;
    void reader?.cancel();
    throw new Error('The answer is longer than a frame may have.');
  }
  return text + decoder.decode();
}

type Asked = Extract<FrameMessage, { kind: 'fetch' }>;

/**
 * Fetches for a framed remote from its own back end, without the visitor's cookies.
 * @throws Error that says why not
 */
async function fetchFromBackEnd(app: string, { path, method, headers, body }: Asked): Promise<FrameFetched> {
  const url = new URL(path, window.location.origin);
  if (url.origin !== window.location.origin || !url.pathname.startsWith(`/api/${app}/`)) {
    throw new Error(`A framed remote reads from /api/${app}/ only, not from ${path}.`);
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
  const answered = ANSWERED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: response.status, headers: Object.fromEntries(answered), body: text };
}
