import type { CDPSession, Page } from 'playwright-core';

/** What goes on although nobody sees it: who began it, from the call's stack. */
export interface Lasting {
  intervals: Map<number, string>;
  observers: Map<object, { stack: string; targets: Node[] }>;
}

declare global {
  interface Window {
    /** Left by {@link watchLasting}. */
    __lasting: Lasting;
  }
}

/** Remembers who began intervals and who watches which part of the page. To be run before any script of the page. */
export const watchLasting = () => {
  const lasting: Lasting = { intervals: new Map(), observers: new Map() };
  Object.defineProperty(window, '__lasting', { value: lasting, enumerable: false });
  // Without the types of Node's.
  const browser: Window = window;
  const { setInterval, clearInterval } = browser;
  const stackOf = () => new Error().stack ?? '';
  Object.assign(window, {
    setInterval: (...given: Parameters<typeof setInterval>) => {
      const id = setInterval(...given);
      lasting.intervals.set(id, stackOf());
      return id;
    },
    clearInterval: (id: number) => {
      lasting.intervals.delete(id);
      clearInterval(id);
    },
  });
  const { observe, disconnect } = MutationObserver.prototype;
  MutationObserver.prototype.observe = function observed(this: MutationObserver, target, options) {
    const known = lasting.observers.get(this) ?? { stack: stackOf(), targets: [] };
    known.targets.push(target);
    lasting.observers.set(this, known);
    observe.call(this, target, options);
  };
  MutationObserver.prototype.disconnect = function ended(this: MutationObserver) {
    lasting.observers.delete(this);
    disconnect.call(this);
  };
};

const readLasting = (files: string): string[] => {
  const { intervals, observers } = window.__lasting;
  const own = [...intervals.values()].filter((stack) => stack.includes(files));
  const spies = [...observers.values()].filter(
    ({ stack, targets }) =>
      stack.includes(files) &&
      targets.some((target) => target.isConnected && !(target as Element).closest?.('#slot') && target.hasChildNodes()),
  );
  return [
    ...(own.length ? [`${own.length} of its intervals go on`] : []),
    ...(spies.length ? [`${spies.length} of its observers watch the page`] : []),
  ];
};

/** Parts of the page that all remotes share, as the page calls them. */
const SHARED = ['window', 'document', 'document.documentElement', 'document.body', 'document.head'];
const SHARED_PARTS = ['#app', 'header', 'main', 'footer', '#slot'];

/** React listens there for good, once for each copy of it. */
const REACTS = /^selectionchange$/;

/** Which scripts the page has run, by the ids under which the browser names them. Enabled before the page is loaded. */
export async function followScripts(session: CDPSession): Promise<ReadonlyMap<string, string>> {
  const scripts = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => scripts.set(scriptId, url));
  await session.send('Debugger.enable');
  return scripts;
}

/** `window keydown` for each listener of these files on what is shared; one name for each. */
export async function sharedListeners(
  session: CDPSession,
  scripts: ReadonlyMap<string, string>,
  files: string,
): Promise<string[]> {
  const found: string[] = [];
  const parts = SHARED_PARTS.map((part) => [part, `document.querySelector('${part}')`] as const);
  for (const [name, expression] of [...SHARED.map((one) => [one, one] as const), ...parts]) {
    const { result } = await session.send('Runtime.evaluate', { expression, objectGroup: 'shared' });
    if (!result.objectId) continue;
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    for (const { type, scriptId } of listeners)
      if (!REACTS.test(type) && scripts.get(scriptId)?.includes(files)) found.push(`${name} ${type}`);
  }
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'shared' });
  return found;
}

/** What a remote that was left still hears, sees or does, in few words each. */
export async function lastingOf(
  page: Page,
  session: CDPSession,
  scripts: ReadonlyMap<string, string>,
  app: string,
): Promise<string[]> {
  const files = `/_releases/${app}/`;
  const listeners = await sharedListeners(session, scripts, files);
  return [
    ...[...new Set(listeners)].map((one) => `it still listens to ${one}`),
    ...(await page.evaluate(readLasting, files)),
  ];
}
