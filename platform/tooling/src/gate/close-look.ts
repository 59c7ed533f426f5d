/**
 * The close look: each route's page is opened, widened, pressed, left and visited again, and compared with the
 * blank page.
 */

import type { ReleaseManifest } from '@wholepage/contracts/release';
import { boundedMap } from '@wholepage/releases/store/store';
import { transform } from 'lightningcss';
import type { Page } from 'playwright-core';
import {
  coveredLayout,
  type LayoutAsked,
  type LayoutRead,
  layoutChanges,
  pressLayout,
  readLayout,
} from './checks/layout';
import { leaveOthers, lostOfOthers, readStorage, type StorageRead, storageFaults } from './checks/storage';
import { type Pressed, pressButtons } from './checks/visits';
import {
  CLOSE_WIDTH,
  type CloselyOpenedPage,
  type GlobalsRead,
  lastingOf,
  openClosely,
  patchedBeyond,
  readGlobals,
} from './close-page';
import { goOn, goTo, misshapenIn, softPaths, untilIdle, untilMounted } from './page';
import { type GateSite, onePerRoute } from './site';
import { BLANK } from './store';

/** What a close look at one page found: what one visitor meets in three visits of it. All in few words each. */
export interface CloseFindings {
  path: string;
  /** What went wrong, and when. */
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
  /** The live remotes: pages hold fragments of theirs. */
  remotes: readonly ReleaseManifest[];
  /** Names of the shell's custom properties. */
  tokens: readonly string[];
  widths: readonly number[];
  /** Fragments that are made for one visitor: what they show changes by what that visitor does. */
  personal: readonly string[];
}

const AT_ONCE = 2;

const declaredCookies = ({ routes, fragments = [] }: ReleaseManifest): string[] =>
  [...routes, ...fragments].flatMap(({ cookies }) => cookies ?? []);

const personalFragments = ({ app, fragments = [] }: ReleaseManifest): string[] =>
  fragments.filter(({ cookies }) => cookies.length > 0).map(({ name }) => `${app}/${name}`);

const during = (troubles: string[], from: number, when: string): void => {
  for (let index = from; index < troubles.length; index += 1) troubles[index] += `, ${when}`;
};

/** The page's clock runs ahead: what was fetched for later is not used by then. */
const UNUSED = /was preloaded using link preload but not used/;

const keepOut = (expected: RegExp, troubles: string[], from: number): void => {
  troubles.push(...troubles.splice(from).filter((one) => !expected.test(one)));
};

class CloseLook {
  private readonly visits: StorageRead[] = [];
  readonly found: CloseFindings;

  constructor(
    private readonly opened: CloselyOpenedPage,
    private readonly blank: BlankPage,
    private readonly options: CloseLookOptions,
    readonly path: string,
  ) {
    const pressed = { names: [], left: [], violations: [] };
    this.found = { path, troubles: [], layout: [], storage: [], patched: [], added: [], lasting: [], pressed };
  }

  /** At each width, then each button. */
  async first(): Promise<void> {
    const { opened, found } = this;
    await this.arrived();
    await leaveOthers(opened.page);
    for (const width of this.options.widths) {
      found.troubles.push(...(await misshapenIn(opened.page, [width])));
      for (const what of await coveredLayout(opened.page)) found.layout.push(`at ${width}: ${what}`);
    }
    await opened.page.setViewportSize({ width: CLOSE_WIDTH, height: 900 });
    found.layout.push(...(await pressLayout(opened, 'header')));
    await this.arrived();
    found.pressed = await pressButtons(opened);
  }

  /** With what the first visit left; then on to another remote's page, and back. */
  async second(isSoft: boolean): Promise<void> {
    const { opened, found } = this;
    await this.arriveAgain();
    await lookAround(opened.page);
    if (isSoft) await this.leave();
    found.layout.push(...(await pressLayout(opened, 'footer')));
  }

  /** To another remote's page, and back. */
  private async leave(): Promise<void> {
    const { opened, found, options } = this;
    const { page, session, scripts } = opened;
    await goTo(opened, BLANK.path);
    await untilMounted(opened, BLANK.app);
    await untilIdle(page);
    found.lasting.push(...(await lastingOf(page, session, scripts, options.candidate.app)));
    for (const what of layoutChanges(this.blank.layout, await readLayout(page, options)))
      found.layout.push(`after it was left: ${what}`);
    await goTo(opened, this.path);
    await this.arrived();
  }

  /** With what two visits left, until the page's own clock is ten seconds on. */
  async third(): Promise<void> {
    const { opened, blank, found, options } = this;
    const { page, session, scripts } = opened;
    await this.arriveAgain();
    found.storage.push(...(await lostOfOthers(page)));
    await lookAround(page);
    const sound = opened.troubles.length;
    await runPageTime(page);
    keepOut(UNUSED, opened.troubles, sound);
    // First: with replaced built-ins nothing else can be read.
    const globals = await readGlobals(session, scripts);
    found.added = globals.names.filter((name) => !blank.globals.some(({ names }) => names.includes(name)));
    found.patched = patchedBeyond(blank.globals, globals);
    for (const what of layoutChanges(blank.lateLayout, await readLayout(page, options)))
      found.layout.push(`after ten seconds: ${what}`);
    for (const what of await coveredLayout(page)) found.layout.push(`after ten seconds: ${what}`);
    found.storage.push(...storageFaults(blank.storage, this.visits, options.remotes.flatMap(declaredCookies)));
  }

  /** One step; what goes wrong in it is said with its name. */
  async step(when: string, work: () => Promise<void>): Promise<void> {
    const { troubles } = this.opened;
    const before = troubles.length;
    await work().catch((error: Error) => this.found.troubles.push(`${error.message.split('\n')[0]}, ${when}`));
    during(troubles, before, when);
  }

  private async arriveAgain(): Promise<void> {
    const { page } = this.opened;
    await page.goto(new URL(this.path, page.url()).href, { waitUntil: 'load' });
    await this.arrived();
    this.visits.push(await readStorage(page, this.opened.context));
  }

  private async arrived(): Promise<void> {
    await untilMounted(this.opened, this.options.candidate.app);
    await untilIdle(this.opened.page);
  }
}

async function lookOnce(options: CloseLookOptions, blank: BlankPage, path: string): Promise<CloseFindings> {
  const { site, candidate } = options;
  const opened = await openClosely(site.browser, site.composer.origin + path, site.hasApi);
  const look = new CloseLook(opened, blank, options, path);
  const isSoft = softPaths(candidate, [path]).length > 0;
  try {
    await look.step('at the first visit', () => look.first());
    await look.step('at the second visit', () => look.second(isSoft));
    await look.step('at the third visit', () => look.third());
    return { ...look.found, troubles: [...new Set([...look.found.troubles, ...opened.troubles])] };
  } finally {
    await opened.close();
  }
}

const isClean = ({ troubles, layout, storage, patched, lasting }: CloseFindings): boolean =>
  [troubles, layout, storage, patched, lasting].every((found) => found.length === 0);

/**
 * Looks closely at one page of each route. A failure may be the machine's: what is found counts when it is found twice.
 * @param given `remotes` without the candidate, or with it
 */
export async function lookClosely(given: Omit<CloseLookOptions, 'personal'>): Promise<CloseFindings[]> {
  const { site, candidate } = given;
  const remotes = [candidate, ...given.remotes];
  const options = { ...given, remotes, personal: remotes.flatMap(personalFragments) };
  const blank = await readBlankPage(site, options);
  return boundedMap(onePerRoute(candidate.routes, site.pages), AT_ONCE, async (path) => {
    const found = await lookOnce(options, blank, path);
    return isClean(found) ? found : lookOnce(options, blank, path);
  });
}

/** How the site is with a page that does nothing: what differs on a page of the candidate is the candidate's. */
interface BlankPage {
  /** Before and after the page time. */
  layout: LayoutRead;
  lateLayout: LayoutRead;
  /** Before and after the shell had fetched what it needs for a second page. */
  globals: readonly GlobalsRead[];
  storage: StorageRead;
}

async function readBlankPage({ browser, composer }: GateSite, asked: LayoutAsked): Promise<BlankPage> {
  const opened = await openClosely(browser, composer.origin + BLANK.path);
  const { page, context, session, scripts } = opened;
  try {
    await untilMounted(opened, BLANK.app);
    const early = await readGlobals(session, scripts);
    await goOn(opened);
    await untilIdle(page);
    await lookAround(page);
    const layout = await readLayout(page, asked);
    const storage = await readStorage(page, context);
    await runPageTime(page);
    const lateLayout = await readLayout(page, asked);
    return { layout, storage, lateLayout, globals: [early, await readGlobals(session, scripts)] };
  } finally {
    await opened.close();
  }
}

/** So many stops on the way down a page. */
const STOPS = 6;

/** To be run in the page. */
const scrollThrough = async (stops: number): Promise<void> => {
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
  await page.evaluate(scrollThrough, STOPS);
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GIVE_UP_MS);
  });
  await session.send('Emulation.setVirtualTimePolicy', {
    policy: 'pauseIfNetworkFetchesPending',
    budget: PAGE_TIME_MS,
    maxVirtualTimeTaskStarvationCount: TASKS_BEFORE_TIME,
  });
  await Promise.race([over, late]);
  clearTimeout(timer);
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
function breakpointsOf(css: Buffer): number[] {
  const found = new Set<number>();
  const { code } = transform({ filename: 'release.css', code: css, minify: true });
  for (const [, query = ''] of Buffer.from(code)
    .toString('utf8')
    .matchAll(/@media([^{]+)\{/g)) {
    for (const [, one, unit, other, otherUnit] of query.matchAll(WIDTH)) {
      const value = Number(one ?? other);
      const pixels = Math.round((unit ?? otherUnit) === 'px' ? value : value * 16);
      if (pixels > NARROWEST && pixels < WIDEST) found.add(pixels);
    }
  }
  return [...found];
}

/** Widths to look at a remote with: the common ones, and those just beyond where its own style sheets change. */
export function widthsFor(sheets: readonly Buffer[]): number[] {
  const own = [...new Set(sheets.flatMap(breakpointsOf))].filter(
    (width) => !COMMON.some((common) => Math.abs(common - width) < 2),
  );
  const chosen = own.sort((one, other) => other - one).slice(0, MOST - COMMON.length);
  return [...COMMON, ...chosen.map((width) => width + 1)].sort((one, other) => one - other);
}
