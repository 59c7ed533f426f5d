import type { ReleaseManifest } from '@wholepage/contracts/release';
import { boundedMap } from '@wholepage/releases/bounded-map';
import { patchedBeyond, readGlobals } from '../browser/probes/globals';
import { untilMounted } from '../browser/probes/mounts';
import { misshapenIn, untilIdle } from '../browser/probes/read-page';
import { BLANK } from '../browser/site/blank-remote';
import type { GateSite } from '../browser/site/gate-site';
import { onePerRoute } from '../browser/site/sample-pages';
import { goTo, softPaths } from '../browser/visits/soft-visits';
import { type BlankPage, readBlankPage } from './blank-page';
import { coveredFrame } from './frame/covered-frame';
import { pressFrame } from './frame/press-frame';
import { frameChanges, readFrame } from './frame/read-frame';
import { lastingOf } from './lasting';
import { lookAround } from './look-around';
import { CLOSE_WIDTH, type CloselyOpenedPage, openClosely } from './open-closely';
import { runPageTime } from './page-time';
import { type Pressed, pressButtons } from './press-buttons';
import { leaveOthers, lostOfOthers, readStorage, type StorageRead, storageFaults } from './storage';

/** What a close look at one page found: what one visitor meets in three visits of it. All in few words each. */
export interface CloseFindings {
  path: string;
  /** What went wrong, and when. */
  troubles: string[];
  /** What changed of the shell's elements, or lies over them. */
  frame: string[];
  storage: string[];
  /** Built-ins that were replaced, and names that are new on window. */
  patched: string[];
  added: string[];
  /** What goes on after the visitor has gone to another remote's page. */
  lasting: string[];
  pressed: Pressed;
}

export interface CloseLookOptions {
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
    this.found = { path, troubles: [], frame: [], storage: [], patched: [], added: [], lasting: [], pressed };
  }

  /** At each width, then each button. */
  async first(): Promise<void> {
    const { opened, found } = this;
    await this.arrived();
    await leaveOthers(opened.page);
    for (const width of this.options.widths) {
      found.troubles.push(...(await misshapenIn(opened.page, [width])));
      for (const what of await coveredFrame(opened.page)) found.frame.push(`at ${width}: ${what}`);
    }
    await opened.page.setViewportSize({ width: CLOSE_WIDTH, height: 900 });
    found.frame.push(...(await pressFrame(opened, 'header')));
    await this.arrived();
    found.pressed = await pressButtons(opened);
  }

  /** With what the first visit left; then on to another remote's page, and back. */
  async second(isSoft: boolean): Promise<void> {
    const { opened, found } = this;
    await this.arriveAgain();
    await lookAround(opened.page);
    if (isSoft) await this.leave();
    found.frame.push(...(await pressFrame(opened, 'footer')));
  }

  /** To another remote's page, and back. */
  private async leave(): Promise<void> {
    const { opened, found, options } = this;
    const { page, session, scripts } = opened;
    await goTo(opened, BLANK.path);
    await untilMounted(opened, BLANK.app);
    await untilIdle(page);
    found.lasting.push(...(await lastingOf(page, session, scripts, options.candidate.app)));
    for (const what of frameChanges(this.blank.frame, await readFrame(page, options)))
      found.frame.push(`after it was left: ${what}`);
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
    for (const what of frameChanges(blank.lateFrame, await readFrame(page, options)))
      found.frame.push(`after ten seconds: ${what}`);
    for (const what of await coveredFrame(page)) found.frame.push(`after ten seconds: ${what}`);
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

const isClean = ({ troubles, frame, storage, patched, lasting }: CloseFindings): boolean =>
  [troubles, frame, storage, patched, lasting].every((found) => found.length === 0);

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
