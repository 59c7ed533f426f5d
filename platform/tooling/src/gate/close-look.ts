/** The close look: each route's page is opened, widened, pressed, left and visited again, and compared with the blank page. */

import { setTimeout as wait } from 'node:timers/promises';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { claimsOf } from '@wholepage/releases/claims';
import { boundedMap } from '@wholepage/releases/store/store';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { browserTexts, type TriedRelease } from './check';
import { coveredLayout, type LayoutRead, layoutChanges, pressLayout, readLayout } from './checks/layout';
import { leaveOthers, lostOfOthers, readStorage, type StorageRead, storageFaults } from './checks/left-behind';
import { customProperties, readStyles } from './checks/styles';
import { type Pressed, pressButtons } from './checks/visits';
import { goOn, goTo, misshapenIn, type OpenedPage, openPage, softPaths, untilIdle, untilMounted, WIDE } from './page';
import { AT_ONCE, BLANK, type GateSite, onePerRoute } from './site';

/** Findings of a close look: one visitor's three visits of a page. Each finding is a few words. */
export interface CloseFindings {
  path: string;
  troubles: string[];
  /** Changes to the shell's elements, and elements that cover them. */
  layout: string[];
  storage: string[];
  /** Built-ins that were replaced, and names that are new on window. */
  patched: string[];
  added: string[];
  /** Work that goes on after the visitor has gone to another remote's page. */
  lasting: string[];
  pressed: Pressed;
}

interface CloseLookOptions {
  site: GateSite;
  candidate: ReleaseManifest;
  /** The live remotes, whose fragments the pages hold. */
  remotes: readonly ReleaseManifest[];
  /** Names of the shell's custom properties. */
  tokens: readonly string[];
  widths: readonly number[];
  /** Fragments made for one visitor: their content depends on what the visitor does. */
  personal: readonly string[];
}

const personalFragments = ({ app, fragments }: ReleaseManifest): string[] =>
  fragments.filter(({ cookies }) => cookies.length > 0).map(({ name }) => `${app}/${name}`);

/** Adds to each new trouble when it came. A trouble that is known from earlier is dropped. */
export const during = (troubles: string[], from: number, when: string): void => {
  const found = troubles.splice(from).filter((one) => !troubles.some((known) => known.startsWith(`${one}, at the `)));
  troubles.push(...found.map((one) => `${one}, ${when}`));
};

/** Chromium's warning about unused preloads, which come because the page's clock runs ahead. */
const UNUSED = /was preloaded using link preload but not used/;

/** Visits one page three times in one browser context. Each finding names its visit. */
async function lookOnce(options: CloseLookOptions, blank: BlankPage, path: string): Promise<CloseFindings> {
  const { site, candidate, remotes, widths } = options;
  await using opened = await openClosely(site.browser, site.composer.origin + path, site.api !== 'down');
  const { page, troubles } = opened;
  const pressed = { names: [], left: [], violations: [] };
  const found: CloseFindings = {
    path,
    troubles: [],
    layout: [],
    storage: [],
    patched: [],
    added: [],
    lasting: [],
    pressed,
  };
  const left: StorageRead[] = [];
  const arrived = async () => {
    await untilMounted(opened, candidate.app);
    await untilIdle(page);
  };
  const arriveAgain = async () => {
    await page.goto(new URL(path, page.url()).href, { waitUntil: 'load' });
    await arrived();
    left.push(await readStorage(opened));
  };
  /** Notes covered controls of the layout, without those that the shell itself covers, as with its own banner. */
  const noteCovered = async (when: string) => {
    const covered = (await coveredLayout(page)).filter((what) => !blank.covered.has(what));
    found.layout.push(...covered.slice(0, 3).map((what) => `${when}: ${what}`));
  };
  const noteLayout = async (when: string, before: LayoutRead) => {
    const changes = layoutChanges(before, await readLayout(page, options));
    found.layout.push(...changes.map((what) => `${when}: ${what}`));
  };
  const visits = {
    async first() {
      await arrived();
      await leaveOthers(page);
      for (const width of widths) {
        found.troubles.push(...(await misshapenIn(page, [width])));
        await noteCovered(`at ${width}`);
      }
      await page.setViewportSize({ width: WIDE, height: 900 });
      found.layout.push(...(await pressLayout(opened, 'header')));
      await arrived();
      found.pressed = await pressButtons(opened);
    },
    /** The second visit: with the first visit's storage; goes on to another remote's page, and back. */
    async second() {
      await arriveAgain();
      await lookAround(page);
      if (softPaths(candidate, [path]).length > 0) {
        await goTo(opened, BLANK.path);
        await untilMounted(opened, BLANK.app);
        await untilIdle(page);
        found.lasting.push(...(await lastingOf(opened, candidate.app)));
        await noteLayout('after it was left', blank.layout);
        await goTo(opened, path);
        await arrived();
      }
      found.layout.push(...(await pressLayout(opened, 'footer')));
    },
    /** The third visit: with two visits' storage, until the page's own clock is ten seconds on. */
    async third() {
      await arriveAgain();
      found.storage.push(...(await lostOfOthers(page)));
      await lookAround(page);
      const sound = troubles.length;
      await runPageTime(page);
      troubles.push(...troubles.splice(sound).filter((one) => !UNUSED.test(one)));
      // Built-ins come first: with replaced ones nothing else can be read.
      const globals = await readGlobals(opened);
      found.added = globals.names.filter((name) => !blank.globals.some(({ names }) => names.includes(name)));
      found.patched = patchedBeyond(blank.globals, globals);
      await noteLayout('after ten seconds', blank.lateLayout);
      await noteCovered('after ten seconds');
      const declared = remotes.flatMap((remote) => claimsOf(remote).cookies);
      found.storage.push(...storageFaults(blank.storage, left, declared));
    },
  };
  for (const [name, visit] of Object.entries(visits)) {
    const [before, when] = [name === 'first' ? 0 : troubles.length, `at the ${name} visit`];
    await visit().catch((error: Error) => found.troubles.push(`${error.message.split('\n')[0]}, ${when}`));
    during(troubles, before, when);
  }
  return { ...found, troubles: [...new Set([...found.troubles, ...troubles])] };
}

const isClean = ({ troubles, layout, storage, patched, lasting }: CloseFindings): boolean =>
  [troubles, layout, storage, patched, lasting].every((found) => found.length === 0);

/**
 * Looks closely at one page of each route. A finding counts when it is found twice, because a busy machine fails, too.
 * @param tried the pages' release, and the live releases whose fragments they hold
 */
export async function lookClosely(site: GateSite, tried: TriedRelease): Promise<CloseFindings[]> {
  const [sheets = [], shellSheets = []] = await Promise.all(
    [tried.candidate, tried.shell].map(async (of) => (await browserTexts(of, '.css')).map(({ text }) => text)),
  );
  const candidate = tried.candidate.manifest;
  const remotes = [candidate, ...tried.remotes];
  const tokens = shellSheets.flatMap((text) => customProperties(text).set);
  const personal = remotes.flatMap(personalFragments);
  const options: CloseLookOptions = { site, candidate, remotes, tokens, widths: widthsFor(sheets), personal };
  const blank = await readBlankPage(options);
  return boundedMap(onePerRoute(candidate.routes, site.pages), AT_ONCE, async (path) => {
    const found = await lookOnce(options, blank, path);
    return isClean(found) ? found : lookOnce(options, blank, path);
  });
}

type BlankPage = Awaited<ReturnType<typeof readBlankPage>>;

/** Reads the site with an empty page: a difference on the candidate's page comes from the candidate. */
async function readBlankPage(asked: CloseLookOptions) {
  const { browser, composer } = asked.site;
  await using opened = await openClosely(browser, composer.origin + BLANK.path);
  const { page } = opened;
  await untilMounted(opened, BLANK.app);
  const early = await readGlobals(opened);
  await goOn(opened);
  await untilIdle(page);
  await lookAround(page);
  const layout = await readLayout(page, asked);
  const storage = await readStorage(opened);
  const covered = new Set<string>();
  for (const width of [...asked.widths, WIDE]) {
    await page.setViewportSize({ width, height: 900 });
    for (const what of await coveredLayout(page)) covered.add(what);
  }
  await runPageTime(page);
  const lateLayout = await readLayout(page, asked);
  for (const what of await coveredLayout(page)) covered.add(what);
  // The shell has meanwhile loaded its part for further pages.
  const globals = [early, await readGlobals(opened)];
  return { layout, storage, lateLayout, covered, globals };
}

/** Scrolls the page down in steps, and up. Runs in the page. */
const scrollThrough = async (): Promise<void> => {
  const stops = 6;
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  for (let stop = 1; stop <= stops; stop += 1) {
    scrollTo({ top: (document.documentElement.scrollHeight * stop) / stops, behavior: 'instant' });
    await frame();
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await frame();
};

/** Acts as a visitor before the first click: moves the pointer across the page, presses a key, and scrolls. */
export async function lookAround(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width / 2, height / 2);
  await page.keyboard.press('Shift');
  await page.evaluate(scrollThrough);
  // The pointer rests in a corner, over nothing.
  await page.mouse.move(0, 0);
}

/** Page time in milliseconds that is run fast: work that waits for idle time has run by then. */
const PAGE_TIME_MS = 10_000;
/** The longest real time for it: a page may ask for ever more work. */
const GIVE_UP_MS = 6_000;
/** The most tasks in a row before the page's clock advances in spite of them. */
const TASKS_BEFORE_TIME = 500;

/**
 * Lets {@link PAGE_TIME_MS} pass on the page's own clock, as fast as its timers run, without replaced built-ins.
 * The clock stands still afterwards, so that the page can only be read.
 */
export async function runPageTime(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const over = new Promise<void>((resolve) => session.once('Emulation.virtualTimeBudgetExpired', () => resolve()));
  await session.send('Emulation.setVirtualTimePolicy', {
    policy: 'pauseIfNetworkFetchesPending',
    budget: PAGE_TIME_MS,
    maxVirtualTimeTaskStarvationCount: TASKS_BEFORE_TIME,
  });
  await Promise.race([over, wait(GIVE_UP_MS, undefined, { ref: false })]);
}

/** From the smallest phone to a wide monitor. */
const COMMON = [320, 390, 768, 1024, WIDE, 1920, 2560] as const;
/** The most widths, because the gate must be quick. */
const MOST = 16;

const WIDTH =
  /(?:min-width|max-width|width)\s*(?::|[<>]=?)\s*(\d+(?:\.\d+)?)(px|em|rem)|(\d+(?:\.\d+)?)(px|em|rem)\s*[<>]=?\s*(?=width)/g;

/** A style sheet's breakpoints in pixels. */
const breakpointsOf = (css: Buffer): number[] =>
  [...readStyles(css).matchAll(/@media([^{]+)\{/g)]
    .flatMap(([, query = '']) => [...query.matchAll(WIDTH)])
    .map(([, one, unit, other, otherUnit]) => Number(one ?? other) * ((unit ?? otherUnit) === 'px' ? 1 : 16))
    .map(Math.round)
    .filter((pixels) => pixels > Math.min(...COMMON) && pixels < Math.max(...COMMON));

/** Widths to look at a remote with: the common ones, and those just beyond its own breakpoints. */
export function widthsFor(sheets: readonly Buffer[]): number[] {
  const own = [...new Set(sheets.flatMap(breakpointsOf))].filter(
    (width) => !COMMON.some((common) => Math.abs(common - width) < 2),
  );
  const chosen = own.sort((one, other) => other - one).slice(0, MOST - COMMON.length);
  return [...COMMON, ...chosen.map((width) => width + 1)].sort((one, other) => one - other);
}

/* A closely observed page: built-ins that its scripts change, and work that they leave running when their app has left. */

/** A page with records of what its scripts change and leave running. */
export interface CloselyOpenedPage extends OpenedPage {
  session: CDPSession;
  /** Addresses of the page's scripts, by the browser's ids. */
  scripts: ReadonlyMap<string, string>;
}

/**
 * Opens a page in its own context. Requests to other origins are troubles.
 * @param api false: failed requests to the API are no troubles
 */
export async function openClosely(browser: Browser, address: string, api = true): Promise<CloselyOpenedPage> {
  const scripts = new Map<string, string>();
  let session: CDPSession | undefined;
  const prepare = async (page: Page) => {
    await page.addInitScript(watchLasting, SHORT_MS);
    await page.addInitScript(rememberBuiltIns);
    session = await page.context().newCDPSession(page);
    session.on('Debugger.scriptParsed', ({ scriptId, url }) => scripts.set(scriptId, url));
    await session.send('Debugger.enable');
  };
  const opened = await openPage(browser, address, { api, prepare });
  if (!session) throw new Error(`${address} was not prepared.`);
  return { ...opened, session, scripts };
}

declare global {
  interface Window {
    __lasting: Lasting;
  }
}

/** Work that goes on out of sight, with the stack of the call that began it. */
interface Lasting {
  intervals: Map<number, string>;
  /** Pending animation frames, and pending timeouts of at most {@link SHORT_MS}. */
  short: Set<number>;
  /** Observers, held weakly, so that this record keeps no element in memory. */
  observed: { observer: WeakRef<object>; target: WeakRef<Node>; stack: string }[];
  /** Stacks of timeouts that began since this array was set. */
  late?: string[];
}

/** Milliseconds. A longer timeout is a deadline, which comes once; a timer that renews itself is rarely longer. */
export const SHORT_MS = 250;

/** Records timers until they are cleared, and observers with their targets. Runs before any script of the page. */
const watchLasting = (shortMs: number) => {
  const lasting: Lasting = { intervals: new Map(), short: new Set(), observed: [] };
  const { intervals, short } = lasting;
  Object.defineProperty(window, '__lasting', { value: lasting, enumerable: false });
  // This type leaves out Node's timers.
  const browser: Window = window;
  const { setInterval, clearInterval, setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = browser;
  const stackOf = () => new Error().stack ?? '';
  type Handler = (...given: unknown[]) => void;
  const counted = (begin: (work: Handler, delay?: number) => number) =>
    function begins(work: Handler, delay?: number, ...values: unknown[]) {
      const id: number = begin((...given: unknown[]) => {
        short.delete(id);
        return work(...given, ...values);
      }, delay);
      if ((delay ?? 0) <= shortMs) short.add(id);
      lasting.late?.push(stackOf());
      return id;
    };
  const forgets =
    (end: (id: number) => void, ...from: { delete(id: number): boolean }[]) =>
    (id: number) => {
      for (const begun of from) begun.delete(id);
      end(id);
    };
  Object.assign(window, {
    setInterval: (...given: Parameters<typeof setInterval>) => {
      const id = setInterval(...given);
      intervals.set(id, stackOf());
      return id;
    },
    clearInterval: forgets(clearInterval, intervals, short),
    setTimeout: counted(setTimeout),
    // Browsers end intervals by either function, and timeouts, too.
    clearTimeout: forgets(clearTimeout, intervals, short),
    requestAnimationFrame: counted(requestAnimationFrame),
    cancelAnimationFrame: forgets(cancelAnimationFrame, short),
  });
  const forget = (watcher?: object, element?: Node) => {
    lasting.observed = lasting.observed.filter(
      ({ observer, target }) => observer.deref() !== watcher || (element && target.deref() !== element),
    );
  };
  const kinds = [MutationObserver, ResizeObserver, IntersectionObserver] as unknown as (typeof ResizeObserver)[];
  for (const { prototype } of kinds) {
    const { observe, unobserve, disconnect } = prototype;
    prototype.observe = function watches(target, options) {
      forget();
      lasting.observed.push({ observer: new WeakRef(this), target: new WeakRef(target), stack: stackOf() });
      observe.call(this, target, options);
    };
    if (unobserve)
      prototype.unobserve = function leaves(target) {
        forget(this, target);
        unobserve.call(this, target);
      };
    prototype.disconnect = function ended() {
      forget(this);
      disconnect.call(this);
    };
  }
};

const readLasting = (files: string): string[] => {
  const { intervals, observed } = window.__lasting;
  const own = [...intervals.values()].filter((stack) => stack.includes(files));
  const isOthers = (node: Node | undefined) =>
    node?.isConnected && !(node as Element).closest?.('#slot') && node.hasChildNodes();
  const spies = observed.filter(({ stack, target }) => stack.includes(files) && isOthers(target.deref()));
  const count = new Set(spies.map(({ observer }) => observer.deref())).size;
  return [
    ...(own.length ? [`${own.length} of its intervals go on`] : []),
    ...(count ? [`${count} of its observers watch the page`] : []),
  ];
};

/** Objects of the page that all remotes share, as expressions. */
const SHARED = [
  ...['window', 'navigation', 'visualViewport', 'document'],
  ...['document.documentElement', 'document.body', 'document.head'],
];
const PARTS = ['#app', 'header', 'main', 'footer', '#slot'];

/** An event that each copy of React listens to for good. */
const REACTS = /^selectionchange$/;

/** Lists listeners of these files on shared objects, as `window keydown`. */
async function sharedListeners({ session, scripts }: CloselyOpenedPage, files: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const name of [...SHARED, ...PARTS]) {
    const expression = PARTS.includes(name) ? `document.querySelector('${name}')` : name;
    const { result } = await session.send('Runtime.evaluate', { expression, objectGroup: 'shared' });
    if (!result.objectId) continue;
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    for (const { type, scriptId } of listeners)
      if (!REACTS.test(type) && scripts.get(scriptId)?.includes(files)) found.add(`${name} ${type}`);
  }
  await session.send('Runtime.releaseObjectGroup', { objectGroup: 'shared' });
  return found;
}

/** Listeners, observers and timers of a remote that was left, in few words each. */
export async function lastingOf(opened: CloselyOpenedPage, app: string): Promise<string[]> {
  const files = `/_releases/${app}/`;
  const listeners = await sharedListeners(opened, files);
  return [
    ...[...listeners].map((one) => `it still listens to ${one}`),
    ...(await opened.page.evaluate(readLasting, files)),
  ];
}

export interface GlobalsRead {
  names: string[];
  /**
   * Built-ins that are new or differ from those at the page's start, such as `fetch` or `Array.prototype.map`. The
   * value is the place of the function in a script; empty where that is unknown.
   */
  patched: Readonly<Record<string, string>>;
}

/**
 * Records the built-ins before any script of the page runs: the own properties of each constructor and prototype, of
 * the namespaces, and of single objects such as `document`, with symbols and non-enumerable properties.
 */
const rememberBuiltIns = () => {
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
  const single = ['history', 'navigator', 'location', 'performance', 'screen', 'customElements', 'document'] as const;
  for (const name of ['crypto', ...single] as const) own(`${name}.`, window[name]);
  owners.set(window, '');
  // The comparison must not use what it checks: nothing below goes through a prototype that a script can change.
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const { create, freeze, getOwnPropertyNames, is } = Object;
  const text = String;
  type Read = readonly [value: unknown, get: unknown, set: unknown];
  const read = (owner: object, key: PropertyKey): Read => {
    const found = getOwnPropertyDescriptor(owner, key);
    return [found?.value, found?.get, found?.set];
  };
  const known = [...owners].map(([owner, name]) => {
    const was: Record<PropertyKey, Read> = create(null);
    for (const key of ownKeys(owner)) was[key] = read(owner, key);
    return { owner, name, was, above: getPrototypeOf(owner) };
  });
  const none: Read = [undefined, undefined, undefined];
  /** True for React's own mark on the document, which says that it listens there. */
  const isReacts = (key: PropertyKey): boolean => text(key).slice(0, 15) === '_reactListening';
  /** Changed built-ins by name, with their present values. */
  const patched = (): Record<string, unknown> => {
    const found: Record<string, unknown> = create(null);
    const note = ({ owner, name, was }: (typeof known)[number], keys: PropertyKey[]) => {
      for (let at = 0; at < keys.length; at += 1) {
        const key = keys[at] ?? '';
        const before = was[key] ?? none;
        const now = read(owner, key);
        const isSame = is(now[0], before[0]) && is(now[1], before[1]) && is(now[2], before[2]);
        if (!isSame && !isReacts(key)) found[name + text(key)] = now[0] ?? now[1];
      }
    };
    for (let at = 0; at < known.length; at += 1) {
      const one = known[at];
      if (!one) continue;
      if (getPrototypeOf(one.owner) !== one.above) found[`${one.name}[[Prototype]]`] = undefined;
      note(one, ownKeys(one.was));
      // New names on window are reported separately.
      if (one.owner !== window) note(one, ownKeys(one.owner));
    }
    // These are set for the whole tab, and no changed property shows them. A tab keeps its name from page to page.
    const { scrollRestoration } = history;
    if (scrollRestoration !== 'auto') found[`history.scrollRestoration = "${scrollRestoration}"`] = undefined;
    if (window.name) found[`window.name = "${window.name}"`] = undefined;
    return found;
  };
  Object.defineProperty(window, '__globals', { value: freeze({ names: () => getOwnPropertyNames(window), patched }) });
};

/** The place of a function's code, as its script's address, line and column; empty unless it is a plain function. */
async function placeOf({ session, scripts }: CloselyOpenedPage, objectId: string): Promise<string> {
  const { internalProperties = [] } = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
  const place = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value;
  return place ? `${scripts.get(place.scriptId)}:${place.lineNumber}:${place.columnNumber}` : '';
}

/**
 * Built-ins that differ from those on a page without the remote. The shell replaces some itself, which a remote may not undo.
 * @param blanks reads of that page at different moments
 */
export const patchedBeyond = (blanks: readonly GlobalsRead[], { patched }: GlobalsRead): string[] =>
  Object.keys({ ...blanks.at(-1)?.patched, ...patched }).filter(
    (name) => !blanks.some((blank) => blank.patched[name] === patched[name]),
  );

/** @throws Error when the page's scripts keep it from being read */
export async function readGlobals(opened: CloselyOpenedPage): Promise<GlobalsRead> {
  const { session } = opened;
  const ask = async (expression: string, returnByValue: boolean) =>
    (await session.send('Runtime.evaluate', { expression, returnByValue })).result;
  const [names, found] = [await ask('__globals.names()', true), await ask('__globals.patched()', false)];
  if (!Array.isArray(names.value) || !found.objectId) throw new Error('its scripts keep the built-ins from being read');
  const listed = { objectId: found.objectId, ownProperties: true };
  const patched: Record<string, string> = {};
  for (const { name, value } of (await session.send('Runtime.getProperties', listed)).result)
    patched[name] = value?.type === 'function' && value.objectId ? await placeOf(opened, value.objectId) : '';
  return { names: names.value, patched };
}
