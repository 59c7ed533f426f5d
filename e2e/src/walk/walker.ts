import type { Browser, Page } from 'playwright-core';
import { type Visit, visit } from '../browser/browser';
import { type Look, look, mark } from './look';
import { type Left, NothingHappenedError, NotThereError, perform } from './perform';
import { isHasty, type Step, type Walk } from './step';
import type { FreshPages } from './tab/fresh-pages';
import { inBackground } from './tab/in-background';
import { PageLoads } from './tab/page-loads';
import { slowDown } from './tab/slow-down';

/** A page differs from what it must be, for example from the same page freshly loaded. */
export class WalkFault extends Error {
  override name = 'WalkFault';

  constructor(
    /** Number of steps taken before the fault. */
    readonly taken: number,
    readonly differences: readonly string[],
  ) {
    super(differences.join('\n'));
  }
}

type Difference = [what: string, wanted: unknown, found: unknown];

/** Time for a page to reach its expected state. */
const SETTLE_LIMIT_MS = 30_000;
const PAUSE_MS = 60;
/** After a difference of this duration the fresh page is loaded again: the site's posts may have changed. */
const RENEW_AFTER_MS = 5_000;

const same = (wanted: unknown, found: unknown): boolean => JSON.stringify(wanted) === JSON.stringify(found);

/**
 * True when the same part of the page is on the screen, within half a viewport: late code and fonts may change its
 * content. The top of a page must stay the top.
 */
const isSamePlace = (left: Left, now: Look, windowHeight: number): boolean =>
  left.scroll === 0
    ? now.scroll === 0
    : left.read.part === now.read.part && Math.abs(left.read.top - now.read.top) <= windowHeight / 2;

/** Places whose links may open a part of their page that the address does not name. */
const SECTIONED: ReadonlySet<string> = new Set(['menu', 'drawer']);
const sectionLink = (href: string): string => `a[data-section][href="${href}"]`;

const whereOf = ({ scroll, read }: Left): string => `${scroll}, ${read.part} at ${read.top}`;

/** Describes a difference. Of two lists, which are long, it names only the lines that differ. */
const say = ([what, wanted, found]: Difference): string => {
  if (!Array.isArray(wanted) || !Array.isArray(found))
    return `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`;
  const missing = wanted.filter((line) => !found.includes(line));
  const surplus = found.filter((line) => !wanted.includes(line));
  return `${what}: without ${JSON.stringify(missing)}, with ${JSON.stringify(surplus)}`;
};

/** Walks through the site and compares every page with the same page loaded in another tab. */
export class Walker {
  /** The visitor's place on each history entry when they left it; entries left in haste are absent. */
  private readonly places = new Map<string, Left>();
  private taken = 0;
  private inHaste = false;
  private before: Look | undefined;
  private readonly loads: PageLoads;
  /** Number of history entries behind the walk's first one. */
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

  /** True while the last step, a hasty one, is still under way. */
  get isHurried(): boolean {
    return this.inHaste;
  }

  /**
   * The page's errors, without three expected kinds: the 404 of the entry page, the 503 of a fragment that a busy
   * composer refuses, and the 429 of reports. Reports are limited for all walks together.
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

  /** Waits for the effect of a last hasty step, if there is one. */
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
          // A link to the present page keeps its history entry and scrolls to the top.
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

  /** Differences after a move through the history, within the document or by a page load. */
  private arrived(now: Look): Difference[] {
    return [...this.named(now), ...this.place(now)];
  }

  /** Differences of the focus and the live region after navigation. */
  private named(now: Look): Difference[] {
    return [
      ['focus', now.isMarked ? 'the heading' : 'nothing', now.focus],
      ['announced', now.isMarked ? now.title : undefined, now.announced],
    ];
  }

  /** Differences from the visitor's place on this history entry when they left it. */
  private place(now: Look): Difference[] {
    const place = this.places.get(now.entry);
    if (!place) return [];
    const scroll: Difference[] = isSamePlace(place, now, this.windowHeight)
      ? []
      : [['scroll', whereOf(place), whereOf(now)]];
    return [...scroll, ['open', place.open, now.open]];
  }

  /** Waits until the page reaches its expected state and stays in it. @throws WalkFault after 30 s */
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
        // A page load under way replaces even a page in the expected state.
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
