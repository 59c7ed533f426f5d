import type { Browser, Page } from 'playwright-core';
import { type Visit, visit } from '../browser/browser';
import { type Look, look, mark } from './look';
import { type Left, NothingHappenedError, NotThereError, perform } from './perform';
import { isHasty, type Step, type Walk } from './step';
import type { FreshPages } from './tab/fresh-pages';
import { inBackground } from './tab/in-background';
import { PageLoads } from './tab/page-loads';
import { slowDown } from './tab/slow-down';

/** A page is not as if it had been opened. */
export class WalkFault extends Error {
  override name = 'WalkFault';

  constructor(
    /** How many steps were taken before it was seen. */
    readonly taken: number,
    readonly differences: readonly string[],
  ) {
    super(differences.join('\n'));
  }
}

type Difference = [what: string, wanted: unknown, found: unknown];

/** How long a page may take to become what it is to be. */
const SETTLE_LIMIT_MS = 30_000;
const PAUSE_MS = 60;
/** What differs for so long is held against a page that is opened again, for the site's posts may have changed. */
const RENEW_AFTER_MS = 5_000;

const same = (wanted: unknown, found: unknown): boolean => JSON.stringify(wanted) === JSON.stringify(found);

/**
 * The same part of the page on the screen, within half a window: late code and typefaces may change what lies in it. The top
 * of a page stays its top.
 */
const isSamePlace = (left: Left, now: Look, windowHeight: number): boolean =>
  left.scroll === 0
    ? now.scroll === 0
    : left.read.part === now.read.part && Math.abs(left.read.top - now.read.top) <= windowHeight / 2;

/** Where links may open a part of their page that the address does not name. */
const SECTIONED: ReadonlySet<string> = new Set(['menu', 'drawer']);
const sectionLink = (href: string): string => `a[data-section][href="${href}"]`;

const whereOf = ({ scroll, read }: Left): string => `${scroll}, ${read.part} at ${read.top}`;

/** What differs of two lists, for these are long. */
const say = ([what, wanted, found]: Difference): string => {
  if (!Array.isArray(wanted) || !Array.isArray(found))
    return `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`;
  const missing = wanted.filter((line) => !found.includes(line));
  const surplus = found.filter((line) => !wanted.includes(line));
  return `${what}: without ${JSON.stringify(missing)}, with ${JSON.stringify(surplus)}`;
};

/** Walks through the site and holds every page against itself, opened in a fresh tab. */
export class Walker {
  /** Where the visitor was on each entry of the history as they left it, unless that was in haste. */
  private readonly places = new Map<string, Left>();
  private taken = 0;
  private inHaste = false;
  private before: Look | undefined;
  private readonly loads: PageLoads;
  /** How many entries lay behind the first one. */
  first = 0;

  private constructor(
    private readonly fresh: FreshPages,
    private readonly visitor: Visit,
    private readonly entry: string,
    private readonly windowHeight: number,
  ) {
    this.loads = new PageLoads(visitor.page);
  }

  static async open(browser: Browser, fresh: FreshPages, { manner, entry }: Omit<Walk, 'steps'>): Promise<Walker> {
    const { width, height, motion, hidden, slowdown } = manner;
    const visitor = await visit(browser, { viewport: { width, height }, reducedMotion: motion });
    if (hidden) await inBackground(visitor.page);
    if (slowdown > 1) await slowDown(visitor.page, slowdown);
    const walker = new Walker(fresh, visitor, entry, height);
    await visitor.page.goto(entry);
    await walker.settle((now) => [
      ['focus', 'nothing', now.focus],
      ['announced', undefined, now.announced],
    ]);
    walker.first = walker.before?.behind ?? 0;
    return walker;
  }

  get page(): Page {
    return this.visitor.page;
  }

  /** Whether the last step is still under way. */
  get isHurried(): boolean {
    return this.inHaste;
  }

  /**
   * Chromium calls a page that is not there an error of the page, and a fragment that a busy composer has no time for. All walks
   * are of one network, which may send so many reports.
   */
  private get errors(): string[] {
    return this.visitor.errors.filter(
      (text) =>
        (!text.includes('404 (Not Found)') || !text.endsWith(this.entry)) &&
        !/ 503 .*\/_fragments\/| 429 .*\/_reports$/.test(text),
    );
  }

  close(): Promise<void> {
    return this.visitor.close();
  }

  /** @throws WalkFault, NotThereError */
  async take(step: Step): Promise<void> {
    const hurried = this.inHaste;
    const goesBack = step.do === 'back' || (step.do === 'dialog' && step.leave === 'by going back');
    if (goesBack && (await look(this.page)).behind <= this.first) throw new NotThereError('a page before the first');
    const left = await perform(this.page, step).catch((error: unknown) => {
      throw error instanceof NothingHappenedError ? new WalkFault(this.taken, [error.message]) : error;
    });
    this.taken += 1;
    if (hurried) this.places.delete(left.entry);
    else this.places.set(left.entry, left);
    this.inHaste = isHasty(step);
    if (!this.inHaste) await this.arrive(step, left, hurried);
  }

  /** Waits for what was done in haste, if something was. */
  async rest(): Promise<void> {
    if (!this.inHaste) return;
    this.inHaste = false;
    await this.settle((now) => this.arrived(now));
  }

  private async arrive(step: Step, left: Left, hurried: boolean): Promise<void> {
    const { before } = this;
    const opensSection =
      step.do === 'link' && SECTIONED.has(step.where) && (await this.page.locator(sectionLink(step.href)).count()) > 0;
    await this.settle((now) => {
      switch (step.do) {
        case 'link': {
          const address = new URL(step.href, 'http://site').pathname + new URL(step.href, 'http://site').search;
          // A link to the page that is shown stays on its entry of the history, and begins at the top.
          const differs = this.named(now);
          if (!hurried) differs.push(['address', address, now.address]);
          if (!step.href.includes('#') && !opensSection) differs.push(['scroll', 0, now.scroll]);
          return differs;
        }
        case 'back':
        case 'forward': {
          const differs = this.arrived(now);
          const behind = (before?.behind ?? 0) + (step.do === 'back' ? -1 : 1);
          if (!hurried) differs.push(['entries behind', behind, now.behind]);
          return differs;
        }
        case 'reload':
          return [['focus', 'nothing', now.focus], ['announced', undefined, now.announced], ...this.place(now)];
        case 'dialog':
          if (step.leave === 'by going back') return this.arrived(now);
          return [['focus', step.name, now.focus], ['announced', before?.announced, now.announced], ...this.place(now)];
        case 'scroll':
          return [
            ['focus', before?.focus, now.focus],
            ['announced', before?.announced, now.announced],
          ];
        default:
          return [
            ['focus', step.name, now.focus],
            ['announced', before?.announced, now.announced],
            [step.do, left.open.includes(step.name) && step.do === 'item', !now.open.includes(step.name)],
          ];
      }
    });
  }

  /** A page that was gone to, within the document or by a page load. */
  private arrived(now: Look): Difference[] {
    return [...this.named(now), ...this.place(now)];
  }

  /** The focus and the live region of a page that was gone to. */
  private named(now: Look): Difference[] {
    return [
      ['focus', now.isMarked ? 'the heading' : 'nothing', now.focus],
      ['announced', now.isMarked ? now.title : undefined, now.announced],
    ];
  }

  /** Where the visitor was on this entry when they left it. */
  private place(now: Look): Difference[] {
    const place = this.places.get(now.entry);
    if (!place) return [];
    const scroll: Difference[] = isSamePlace(place, now, this.windowHeight)
      ? []
      : [['scroll', whereOf(place), whereOf(now)]];
    return [...scroll, ['open', place.open, now.open]];
  }

  /** Until the page is what it is to be, and stays that. */
  private async settle(expected: (now: Look) => Difference[]): Promise<void> {
    const began = Date.now();
    let [held, renewed] = [false, false];
    for (;;) {
      const { now, differences } = await this.compare(expected);
      if (now && differences.length === 0) {
        if (held) {
          await mark(this.page);
          this.before = now;
          return;
        }
        // A page load that is under way takes this page away, however right it is.
        held = !this.loads.isUnderWay;
      } else {
        held = false;
        const waitedMs = Date.now() - began;
        if (waitedMs > SETTLE_LIMIT_MS) throw new WalkFault(this.taken, differences.map(say));
        if (now && !renewed && waitedMs > RENEW_AFTER_MS) {
          renewed = true;
          this.fresh.forget(now.address);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  private async compare(expected: (now: Look) => Difference[]): Promise<{ now?: Look; differences: Difference[] }> {
    let now: Look;
    try {
      now = await look(this.page);
    } catch (error) {
      // A page load is under way.
      return { differences: [['the page', 'there', String(error)]] };
    }
    const { open: _open, ...said } = await this.fresh.at(now.address);
    const differences: Difference[] = [
      ...Object.entries(said).map(([what, wanted]): Difference => [what, wanted, now[what as keyof typeof said]]),
      ['open dialogs', 0, now.dialogs],
      ['errors', [], this.errors],
      ...expected(now),
    ];
    return { now, differences: differences.filter(([, wanted, found]) => !same(wanted, found)) };
  }
}
