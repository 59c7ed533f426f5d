/**
 * The close look: each route's page is opened, widened, pressed, left and visited again, and compared with the
 * blank page.
 */

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
import { goOn, goTo, misshapenIn, type OpenedPage, openPage, softPaths, untilIdle, untilMounted } from './page';
import { AT_ONCE, BLANK, type GateSite, onePerRoute } from './site';

/** What a close look at one page found: what one visitor meets in three visits of it. All in few words each. */
export interface CloseFindings {
  path: string;
  troubles: string[];
  /** What changed of the shell's elements, or lies over them. */
  layout: string[];
  storage: string[];
  /** Built-ins that were replaced, and names that are new on window. */
  patched: string[];
  added: string[];
  /** What goes on after the visitor has gone to another remote's page. */
  lasting: string[];
  pressed: Pressed;
}

interface CloseLookOptions {
  site: GateSite;
  candidate: ReleaseManifest;
  /** Pages hold fragments of live ones. */
  remotes: readonly ReleaseManifest[];
  /** Names of the shell's custom properties. */
  tokens: readonly string[];
  widths: readonly number[];
  /** Fragments that are made for one visitor: what they show changes by what that visitor does. */
  personal: readonly string[];
}

const personalFragments = ({ app, fragments }: ReleaseManifest): string[] =>
  fragments.filter(({ cookies }) => cookies.length > 0).map(({ name }) => `${app}/${name}`);

/** Says with each new trouble when it came. One that came before has been said. */
export const during = (troubles: string[], from: number, when: string): void => {
  const found = troubles.splice(from).filter((one) => !troubles.some((known) => known.startsWith(`${one}, at the `)));
  troubles.push(...found.map((one) => `${one}, ${when}`));
};

/** The page's clock runs ahead: what was fetched for later is not used by then. */
const UNUSED = /was preloaded using link preload but not used/;

/** Three visits of one page in one browser context. What goes wrong in one is said with its name. */
async function lookOnce(options: CloseLookOptions, blank: BlankPage, path: string): Promise<CloseFindings> {
  const { site, candidate, remotes, widths } = options;
  await using opened = await openClosely(site.browser, site.composer.origin + path, site.hasApi);
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
  /** Controls of the layout that the shell itself does not lie over, as with a banner of its own. */
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
      await page.setViewportSize({ width: CLOSE_WIDTH, height: 900 });
      found.layout.push(...(await pressLayout(opened, 'header')));
      await arrived();
      found.pressed = await pressButtons(opened);
    },
    /** With what the first visit left; then on to another remote's page, and back. */
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
    /** With what two visits left, until the page's own clock is ten seconds on. */
    async third() {
      await arriveAgain();
      found.storage.push(...(await lostOfOthers(page)));
      await lookAround(page);
      const sound = troubles.length;
      await runPageTime(page);
      troubles.push(...troubles.splice(sound).filter((one) => !UNUSED.test(one)));
      // First: with replaced built-ins nothing else can be read.
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
    const [before, when] = [troubles.length, `at the ${name} visit`];
    await visit().catch((error: Error) => found.troubles.push(`${error.message.split('\n')[0]}, ${when}`));
    during(troubles, before, when);
  }
  return { ...found, troubles: [...new Set([...found.troubles, ...troubles])] };
}

const isClean = ({ troubles, layout, storage, patched, lasting }: CloseFindings): boolean =>
  [troubles, layout, storage, patched, lasting].every((found) => found.length === 0);

/**
 * Looks closely at one page of each route. A failure may be the machine's: what is found counts when it is found twice.
 * @param tried the release whose pages these are, and the live ones of which they hold fragments
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

/** How the site is with a page that does nothing: what differs on a page of the candidate is the candidate's. */
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
  for (const width of [...asked.widths, CLOSE_WIDTH]) {
    await page.setViewportSize({ width, height: 900 });
    for (const what of await coveredLayout(page)) covered.add(what);
  }
  await runPageTime(page);
  const lateLayout = await readLayout(page, asked);
  for (const what of await coveredLayout(page)) covered.add(what);
  // The shell has fetched meanwhile what it needs for a second page.
  const globals = [early, await readGlobals(opened)];
  return { layout, storage, lateLayout, covered, globals };
}

/** To be run in the page. */
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

/** What every visitor does before the first press: the pointer crosses the page, a key is hit, and the page is scrolled. */
export async function lookAround(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width / 2, height / 2);
  await page.keyboard.press('Shift');
  await page.evaluate(scrollThrough);
  // Where it lies over nothing.
  await page.mouse.move(0, 0);
}

/** Page time that is run fast, in milliseconds: what waits for a quiet moment has come by then. */
const PAGE_TIME_MS = 10_000;
/** Real time after which a page that asks for ever more work is left as it is. */
const GIVE_UP_MS = 6_000;
/** So many tasks in a row may pass before the page's clock goes on in spite of them. */
const TASKS_BEFORE_TIME = 500;

/**
 * Lets {@link PAGE_TIME_MS} pass on the page's own clock, as fast as its timers run: no built-in of the page is replaced for it.
 * The clock stands still afterwards, so a page is of no use for anything but reading.
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
const COMMON = [320, 390, 768, 1024, 1440, 1920, 2560] as const;
/** More would be more of the same, and the gate is to be quick. */
const MOST = 16;
const NARROWEST = 320;
const WIDEST = 2560;

const WIDTH =
  /(?:min-width|max-width|width)\s*(?::|[<>]=?)\s*(\d+(?:\.\d+)?)(px|em|rem)|(\d+(?:\.\d+)?)(px|em|rem)\s*[<>]=?\s*width/g;

/** Widths in pixels at which a style sheet changes something, in `@media`. */
const breakpointsOf = (css: Buffer): number[] =>
  [...readStyles(css).matchAll(/@media([^{]+)\{/g)]
    .flatMap(([, query = '']) => [...query.matchAll(WIDTH)])
    .map(([, one, unit, other, otherUnit]) => Number(one ?? other) * ((unit ?? otherUnit) === 'px' ? 1 : 16))
    .map(Math.round)
    .filter((pixels) => pixels > NARROWEST && pixels < WIDEST);

/** Widths to look at a remote with: the common ones, and those just beyond where its own style sheets change. */
export function widthsFor(sheets: readonly Buffer[]): number[] {
  const own = [...new Set(sheets.flatMap(breakpointsOf))].filter(
    (width) => !COMMON.some((common) => Math.abs(common - width) < 2),
  );
  const chosen = own.sort((one, other) => other - one).slice(0, MOST - COMMON.length);
  return [...COMMON, ...chosen.map((width) => width + 1)].sort((one, other) => one - other);
}

/*
 * A page opened closely: which built-ins its scripts change, and what they leave running when their app has left.
 */

const CLOSE_WIDTH = 1440;

/** A page of which the gate also knows what its scripts change and leave running. */
export interface CloselyOpenedPage extends OpenedPage {
  session: CDPSession;
  /** Addresses of the scripts that the page has run, by the browser's ids. */
  scripts: ReadonlyMap<string, string>;
}

/**
 * Opens a page in a context of its own. Visits to elsewhere are troubles of it.
 * @param api false: what the API does not answer is not a problem of the page
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
  const opened = await openPage(browser, address, { width: CLOSE_WIDTH, api, prepare });
  if (!session) throw new Error(`${address} was not prepared.`);
  return { ...opened, session, scripts };
}

declare global {
  interface Window {
    __lasting: Lasting;
  }
}

/** What goes on although nobody sees it: who began it, from the call's stack. */
interface Lasting {
  intervals: Map<number, string>;
  /** Timeouts and animation frames of at most {@link SHORT_MS} that are still to come. */
  short: Set<number>;
  /** Held weakly: what watches an element must not keep it. */
  observed: { observer: WeakRef<object>; target: WeakRef<Node>; stack: string }[];
  /** What was asked to come later since this is there. */
  late?: string[];
}

/** Milliseconds. Longer timeouts are deadlines, which come once; one that asks for the next is rarely longer. */
export const SHORT_MS = 250;

/** Remembers timers that nobody has cleared, and who watches which part of the page. To be run before any script of the page. */
const watchLasting = (shortMs: number) => {
  const lasting: Lasting = { intervals: new Map(), short: new Set(), observed: [] };
  const { intervals, short } = lasting;
  Object.defineProperty(window, '__lasting', { value: lasting, enumerable: false });
  // Without the types of Node's.
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
  const forgets = (from: { delete(id: number): boolean }, end: (id: number) => void) => (id: number) => {
    from.delete(id);
    end(id);
  };
  Object.assign(window, {
    setInterval: (...given: Parameters<typeof setInterval>) => {
      const id = setInterval(...given);
      intervals.set(id, stackOf());
      return id;
    },
    clearInterval: forgets(intervals, clearInterval),
    setTimeout: counted(setTimeout),
    clearTimeout: forgets(short, clearTimeout),
    requestAnimationFrame: counted(requestAnimationFrame),
    cancelAnimationFrame: forgets(short, cancelAnimationFrame),
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

/** What all remotes share of the page, as the page calls it, and its parts. */
const SHARED = [
  ...['window', 'navigation', 'visualViewport', 'document'],
  ...['document.documentElement', 'document.body', 'document.head'],
];
const PARTS = ['#app', 'header', 'main', 'footer', '#slot'];

/** React listens there for good, once for each copy of it. */
const REACTS = /^selectionchange$/;

/** `window keydown` for each listener of these files on what is shared. */
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

/** What a remote that was left still hears, sees or does, in few words each. */
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
   * `fetch`, `Array.prototype.map`: built-ins that are not what they were when the page began, or are new. Each with the place
   * in a script where its function stands; empty where that is not known.
   */
  patched: Readonly<Record<string, string>>;
}

/**
 * Remembers the built-ins before any script of the page has run. These are the own properties of each constructor and
 * prototype, of the namespaces, and of single objects such as `document`. Symbols and hidden properties count, too.
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
  // What reads must not lean on what it looks for: nothing below is reached by a prototype that a script can change.
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
  /** React notes where it listens, on the document itself. */
  const isReacts = (key: PropertyKey): boolean => text(key).slice(0, 15) === '_reactListening';
  /** By their names, what is there now. */
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
      // What is new on window is told by its name.
      if (one.owner !== window) note(one, ownKeys(one.owner));
    }
    // What scripts set for the whole tab, and no property shows. A tab keeps its name from page to page.
    const { scrollRestoration } = history;
    if (scrollRestoration !== 'auto') found[`history.scrollRestoration = "${scrollRestoration}"`] = undefined;
    if (window.name) found[`window.name = "${window.name}"`] = undefined;
    return found;
  };
  Object.defineProperty(window, '__globals', { value: freeze({ names: () => getOwnPropertyNames(window), patched }) });
};

/** Where the code of a function begins, as its script's address, line and column; empty where it is not a plain function. */
async function placeOf({ session, scripts }: CloselyOpenedPage, objectId: string): Promise<string> {
  const { internalProperties = [] } = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
  const place = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value;
  return place ? `${scripts.get(place.scriptId)}:${place.lineNumber}:${place.columnNumber}` : '';
}

/**
 * Built-ins that are another's now than on a page without the remote, or the browser's own again: the shell replaces some itself.
 * @param blanks what was read of that page, at different moments
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
