/**
 * A page opened closely: which built-ins its scripts change, and what they leave running when their app has left.
 */

import type { Browser, CDPSession, Page } from 'playwright-core';

import { type OpenedPage, openPage } from './page';

export const CLOSE_WIDTH = 1440;

/** A page of which the gate also knows what its scripts change and leave running. */
export interface CloselyOpenedPage extends OpenedPage {
  session: CDPSession;
  scripts: ReadonlyMap<string, string>;
}

/**
 * Opens a page in a context of its own. Visits to elsewhere are troubles of it.
 * @param api false: what the API does not answer is not a problem of the page
 */
export async function openClosely(browser: Browser, address: string, api = true): Promise<CloselyOpenedPage> {
  let scripts: ReadonlyMap<string, string> = new Map();
  let session: CDPSession | undefined;
  const opened = await openPage(browser, address, {
    width: CLOSE_WIDTH,
    scripts: true,
    api,
    async prepare(page) {
      await page.addInitScript(watchLasting);
      await page.addInitScript(rememberBuiltIns);
      session = await page.context().newCDPSession(page);
      scripts = await followScripts(session);
    },
  });
  if (!session) throw new Error(`${address} was not prepared.`);
  return { ...opened, session, scripts };
}

declare global {
  interface Window {
    /** Left by {@link watchLasting}. */
    __lasting: Lasting;
  }
}

/** What goes on although nobody sees it: who began it, from the call's stack. */
interface Lasting {
  intervals: Map<number, string>;
  observers: Map<object, { stack: string; targets: Node[] }>;
}

/** Remembers who began intervals and who watches which part of the page. To be run before any script of the page. */
const watchLasting = () => {
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
async function sharedListeners(
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

/** What scripts could have changed of the page that all share: to be read in the page, and compared. */
export interface GlobalsRead {
  names: string[];
  /** `fetch`, `Array.prototype.map`: built-ins that are not what they were when the page began, or are new. */
  patched: string[];
  /** Where the script stands that each of these functions is from, by its name; nothing of one that does not say. */
  from: Readonly<Record<string, string>>;
}

/**
 * Remembers the built-ins before any script of the page has run. These are the own properties of each constructor and
 * prototype, of the namespaces, and of single objects such as `document`. Symbols and hidden properties count, too.
 */
export const rememberBuiltIns = () => {
  const owners = new Map<object, string>();
  const own = (name: string, owner: unknown) => {
    const isObject = (typeof owner === 'object' && owner !== null) || typeof owner === 'function';
    if (isObject && !owners.has(owner)) owners.set(owner, name);
  };
  for (const name of Object.getOwnPropertyNames(window)) {
    const value: unknown = Object.getOwnPropertyDescriptor(window, name)?.value;
    if (typeof value === 'function') {
      own(`${name}.`, value);
      own(`${name}.prototype.`, value.prototype);
    } else if (/^(Atomics|CSS|Intl|JSON|Math|Reflect|WebAssembly|console)$/.test(name)) own(`${name}.`, value);
  }
  const hidden: [string, object][] = [
    ['an iterator.', [].values()],
    ['an array.', new Uint8Array()],
    ['an async function.', async () => {}],
    ['a generator.', (function* none() {})()],
  ];
  for (const [name, one] of hidden)
    for (let at = Object.getPrototypeOf(one) as object | null; at; at = Object.getPrototypeOf(at)) own(name, at);
  own('crypto.', crypto);
  for (const name of [
    'history',
    'navigator',
    'location',
    'performance',
    'screen',
    'customElements',
    'document',
  ] as const)
    own(`${name}.`, window[name]);
  // What reads must not lean on what it looks for: nothing below is reached by a prototype that a script can change.
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { stringify } = JSON;
  const { is } = Object;
  const text = String;
  /** React notes where it listens, on the document itself. */
  const isReacts = (key: PropertyKey): boolean => text(key).slice(0, 15) === '_reactListening';
  const read = (owner: object, key: PropertyKey): unknown[] => {
    const found = getOwnPropertyDescriptor(owner, key);
    return [found?.value, found?.get, found?.set];
  };
  const known = [...owners].map(([owner, name]) => {
    const keys = ownKeys(owner);
    return { owner, name, keys, values: keys.map((key) => read(owner, key)), above: getPrototypeOf(owner) };
  });
  const names = ownKeys(window).filter((name) => {
    const found = getOwnPropertyDescriptor(window, name);
    return typeof found?.value === 'function' || found?.get !== undefined;
  });
  const values = names.map((name) => read(window, name));
  known.push({ owner: window, name: '', keys: names, values, above: getPrototypeOf(window) });
  const changed = (): [name: string, now: unknown][] => {
    const found: [name: string, now: unknown][] = [];
    const note = (name: string, key: PropertyKey, now: unknown) => {
      if (!isReacts(key)) found[found.length] = [name + text(key), now];
    };
    const nobody: (typeof known)[number] = { owner: {}, name: '', keys: [], values: [], above: null };
    for (let at = 0; at < known.length; at += 1) {
      const { owner, name, keys, values, above } = known[at] ?? nobody;
      if (getPrototypeOf(owner) !== above) note(name, '[[Prototype]]', undefined);
      for (let index = 0; index < keys.length; index += 1) {
        const key = keys[index] ?? '';
        const now = read(owner, key);
        const was = values[index] ?? [];
        if (!is(now[0], was[0]) || !is(now[1], was[1]) || !is(now[2], was[2])) note(name, key, now[0] ?? now[1]);
      }
      const present = owner === window ? [] : ownKeys(owner);
      for (let index = 0; index < present.length; index += 1) {
        const key = present[index] ?? '';
        let isKnown = false;
        for (let one = 0; one < keys.length && !isKnown; one += 1) isKnown = keys[one] === key;
        const [value, get, set] = read(owner, key);
        // React puts `Error.prepareStackTrace` back to what it was: undefined.
        if (!isKnown && (value !== undefined || get || set)) note(name, key, value ?? get);
      }
    }
    return found;
  };
  const pick = (index: 0 | 1): unknown[] => {
    const all = changed();
    const picked: unknown[] = [];
    for (let at = 0; at < all.length; at += 1) picked[at] = all[at]?.[index];
    return picked;
  };
  Object.defineProperty(window, '__globals', {
    value: () => stringify({ names: ownKeys(window).filter((name) => typeof name === 'string'), patched: pick(0) }),
    enumerable: false,
  });
  Object.defineProperty(window, '__patched', { value: () => pick(1), enumerable: false });
};

/** Where the code of a function begins, as its script's address, line and column; empty where it is not a plain function. */
async function placeOf(session: CDPSession, objectId: string, scripts: ReadonlyMap<string, string>): Promise<string> {
  const { internalProperties = [] } = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
  const place = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value;
  return place ? `${scripts.get(place.scriptId)}:${place.lineNumber}:${place.columnNumber}` : '';
}

async function placesOf(
  session: CDPSession,
  patched: readonly string[],
  scripts: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  if (patched.length === 0) return {};
  const { result } = await session.send('Runtime.evaluate', { expression: '__patched()' });
  if (!result.objectId) return {};
  const { result: items } = await session.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  const places: Record<string, string> = {};
  for (const { name, value } of items) {
    const built = patched[Number(name)];
    if (built !== undefined && value?.type === 'function' && value.objectId)
      places[built] = await placeOf(session, value.objectId, scripts);
  }
  return places;
}

/**
 * Built-ins that are another's now than on a page without the remote: the shell replaces some itself, and some again.
 * @param blanks what was read of that page, at different moments
 */
export const patchedBeyond = (blanks: readonly GlobalsRead[], { patched, from }: GlobalsRead): string[] =>
  patched.filter((name) => !blanks.some((blank) => blank.patched.includes(name) && blank.from[name] === from[name]));

/** @throws Error when the page's scripts keep it from being read */
export async function readGlobals(session: CDPSession, scripts: ReadonlyMap<string, string>): Promise<GlobalsRead> {
  const { result } = await session.send('Runtime.evaluate', { expression: '__globals()', returnByValue: true });
  if (typeof result.value !== 'string') throw new Error('its scripts keep the built-ins from being read');
  const read = JSON.parse(result.value) as Omit<GlobalsRead, 'from'>;
  return { ...read, from: await placesOf(session, read.patched, scripts) };
}
