import { join } from 'node:path';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { readSteps } from '@wholepage/releases/canary/cohort';
import { readExperiment, startExperiment, stopExperiment } from '@wholepage/releases/experiment/experiment';
import { readHistory, readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { Browser, Page } from 'playwright-core';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { publishEdited } from '../src/faults/reissue';
import { cookieOf, pageFor, variantsThatGet } from '../src/releases/canary';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';
import { button, CONTACT, fill, reveal } from '../src/visitor/enquiry-forms';

const LIVE = 'The Swatch Book';
const CANARY = 'The Canary Book';
/** The most views until a release that fails in half of them is stopped. */
const MOST_VIEWS = 30;
const SOON_MS = 20_000;

let browser: Browser;
let own: OwnComposer;
beforeAll(async () => {
  [browser, own] = await Promise.all([launchAtRest(), startOwnComposer()]);
});
afterAll(() => Promise.all([browser.close(), own.stop()]));

const untilNobodyIsDrawn = () =>
  eventually('nobody gets a variant', SOON_MS, async () => {
    const { headers } = await fetch(`${own.origin}/blog`);
    return headers.getSetCookie().length === 0;
  });

// The composer must have dropped this canary before the next test starts its own.
afterEach(async () => {
  await stopCanary(openWritableStore(own.store), 'mf-blog').catch(() => {});
  await untilNobodyIsDrawn();
});

const lastStep = async () => (await readHistory(folderStore(own.store), { limit: 1 }))[0];

/** Waits until the newest step of the history has this action. */
const untilStep = (action: string, limitMs: number) =>
  eventually(`the last step is ${action}`, limitMs, async () => {
    const step = await lastStep();
    return step?.action === action && step;
  });

test('a visitor stays on one variant, whose HTML and code are of one release, while the others stay on theirs', async () => {
  const version = await publishEdited(own.store, 'mf-blog', (_file, text) => text.replaceAll(LIVE, CANARY));
  await startCanary(own.store, 'mf-blog', version, 50, { why: 'larger pictures' });
  const [canarySide = ''] = await variantsThatGet(own, CANARY, 1);
  const [liveSide = ''] = await variantsThatGet(own, LIVE, 1);
  for (const [variant, heading] of [
    [canarySide, CANARY],
    [liveSide, LIVE],
  ] as const) {
    const { page, errors, close } = await visit(browser, { baseURL: own.origin });
    await page.context().addCookies([cookieOf(own, variant)]);
    const h1 = () => page.locator('main').getByRole('heading', { level: 1, name: heading }).waitFor();
    const entries: string[] = [];
    page.on('request', (request) => /mf-blog\/[^/]+\/entry\.js/.test(request.url()) && entries.push(request.url()));
    const response = await page.goto('/blog');
    expect(response?.headers()['cache-control']).toBe('private, no-cache');
    await alive(page);
    await h1();
    expect(await page.evaluate(() => document.cookie)).not.toContain('view');
    await page.locator('header nav').getByRole('link', { name: 'Contact', exact: true }).click();
    await page.locator('main').getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
    await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
    await h1();
    await page.reload();
    await h1();
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.filter((url) => url.includes(version) !== (heading === CANARY))).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  }
});

test('a browser is heard of the page that it was given', async () => {
  const version = await publishEdited(own.store, 'mf-blog', (_file, text) => text.replaceAll(LIVE, CANARY));
  await startCanary(own.store, 'mf-blog', version, 50);
  await variantsThatGet(own, CANARY, 1);
  const { page, close } = await visit(browser, { baseURL: own.origin });
  await page.goto('/blog');
  await alive(page);
  await page.goto('/contact');
  await eventually('the browser was heard', SOON_MS, async () => {
    const { canary } = releasesOf(await readRegistry(folderStore(own.store)), 'mf-blog');
    const steps = canary && (await readSteps(folderStore(join(own.store, '..', 'private')), 'mf-blog', canary));
    return steps?.some(({ canary: one, live: other }) => one.heard + other.heard === 1);
  });
  await close();
});

describe('an experiment', () => {
  const OTHER = 'The Book of Swatches';
  let version: string;
  beforeAll(async () => {
    version = await publishEdited(own.store, 'mf-blog', (_file, text) => text.replaceAll(LIVE, OTHER));
  });

  const registry = () => readRegistry(folderStore(own.store));

  async function start(goal: string): Promise<void> {
    const live = releasesOf(await registry(), 'mf-blog').live?.metadata.version ?? '';
    await startExperiment(own.store, 'mf-blog', [live, version], 50, { goal });
    await variantsThatGet(own, OTHER, 1);
  }

  /** Waits until this number of networks, of both variants together, has reached the goal. */
  const untilReached = (count: number) =>
    eventually(`${count} reached the goal`, SOON_MS, async () => {
      const { canary } = releasesOf(await registry(), 'mf-blog');
      const seen = canary && (await readExperiment(folderStore(join(own.store, '..', 'private')), 'mf-blog', canary));
      return seen && seen.result.a.reached + seen.result.b.reached === count;
    });

  /** Leaves the document, so that the browser sends its report: visitors without a report do not count. */
  const leave = (page: Page) => page.goto('/about-us');

  /** Navigates from the present page to the contact form and submits it. */
  async function enquire(page: Page): Promise<void> {
    await page.locator('header nav').getByRole('link', { name: 'Contact', exact: true }).click();
    const form = await reveal(page, CONTACT);
    await fill(form, CONTACT, 'meena@example.com');
    await button(form, CONTACT.submit).click();
    await page.waitForURL('**/thank-you');
  }

  /** Waits until the page is without goals: the composer may serve a page of the experiment while it revalidates it. */
  const untilPagesAreWithoutGoals = () =>
    eventually('the page asks for no goals', SOON_MS, async () => {
      const answer = await fetch(`${own.origin}/blog`);
      return !(await answer.text()).includes('/_goals.js');
    });

  // The next test starts its own experiment, also after a failed test.
  afterEach(async () => {
    if (releasesOf(await registry(), 'mf-blog').canary) await stopExperiment(own.store, 'mf-blog');
  });

  const goalScripts = (page: Page) => page.locator('script[src^="/_goals.js"]').count();

  test('a visitor who sends an enquiry counts once, and pages load nothing for it', async () => {
    await start('enquiry');
    const { page, errors, close } = await visit(browser, { baseURL: own.origin });
    await page.goto('/blog');
    await alive(page);
    expect(await goalScripts(page)).toBe(0);
    await enquire(page);
    await leave(page);
    await untilReached(1);
    expect(errors).toEqual([]);
    await close();
  });

  if (TAKES_ALL)
    test('an event counts after soft navigation too; after the experiment pages cost nothing', async () => {
      await start('mf-blog:read-on');
      const { page, errors, close } = await visit(browser, { baseURL: own.origin });
      await page.goto('/blog');
      await alive(page);
      expect(await goalScripts(page)).toBe(1);
      await page.locator('header nav').getByRole('link', { name: 'Contact', exact: true }).click();
      await page.locator('main').getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
      for (let times = 0; times < 3; times += 1)
        await page.evaluate(() => document.dispatchEvent(new CustomEvent('mf-blog:read-on')));
      await leave(page);
      await untilReached(1);
      expect(errors).toEqual([]);
      await stopExperiment(own.store, 'mf-blog');
      await untilNobodyIsDrawn();
      await untilPagesAreWithoutGoals();
      await page.goto('/blog');
      await page.locator('main').getByRole('heading', { level: 1, name: LIVE }).waitFor();
      expect(await goalScripts(page)).toBe(0);
      await close();
    });
});

/** A container whose app fails to mount in every other view. */
const FAILS_EVERY_OTHER_TIME = `globalThis.mf_blog = { init() {}, get: async () => () => ({
  bootstrap: async () => {},
  mount: async () => { if (Number(new URLSearchParams(location.search).get('view')) % 2) throw new Error('on purpose'); },
  unmount: async ({ slot }) => { slot.replaceChildren(); },
}) };`;

/** Runs with `SOAK=1` only: the tests have up to thirty visitors, or a canary that goes through its steps. */
const inFull = process.env.SOAK === '1' ? test : undefined;

inFull?.(
  'a canary that fails in half of the browsers is stopped by the judge within 30 views, and its visitors get the live release',
  async () => {
    const version = await publishEdited(own.store, 'mf-blog', (file, text) =>
      file === 'entry.js' ? FAILS_EVERY_OTHER_TIME : text.replaceAll(LIVE, CANARY),
    );
    await startCanary(own.store, 'mf-blog', version, 50);
    const variants = await variantsThatGet(own, CANARY, MOST_VIEWS);
    let views = 0;
    let seen = CANARY;
    for (const variant of variants) {
      const { page, close } = await visit(browser, { baseURL: own.origin });
      await page.context().addCookies([cookieOf(own, variant)]);
      const reported = page.waitForRequest(/_reports$/).catch(() => {});
      await page.goto(`/blog?view=${views}`, { waitUntil: 'domcontentloaded' });
      seen = (await page.locator('main h1').textContent()) ?? '';
      if (seen === CANARY && views % 2) await reported;
      await close();
      if (seen === LIVE) break;
      views += 1;
    }
    expect(views).toBeLessThan(MOST_VIEWS);
    const step = await untilStep('stop', 4_000);
    expect(step).toMatchObject({ app: 'mf-blog', version, by: 'the judge' });
    expect(step.why).toMatch(
      /^worse than the live release: failures \(e-value [^,]*[\d,]+, limit 200\); failed for \d+ of \d+ networks of the canary/,
    );
    expect(step.evidence).toMatchObject({ steps: [{ percent: 50, live: { failed: 0 } }] });
    expect(await pageFor(own, variants[0] ?? '')).toContain(LIVE);
  },
);

inFull?.('a sound canary goes on by itself, step by step, until all visitors have it', async () => {
  const version = await publishEdited(own.store, 'mf-blog', (_file, text) => text.replaceAll(LIVE, CANARY));
  const plan = { next: [50], everyMs: 8_000, withoutEvidence: 'a test has few visitors' };
  await startCanary(own.store, 'mf-blog', version, 10, { plan });
  const headings = new Set<string>();
  while ((await lastStep())?.action !== 'promote') {
    const { page, errors, close } = await visit(browser, { baseURL: own.origin });
    await page.goto('/blog');
    await alive(page);
    headings.add((await page.locator('main h1').textContent()) ?? '');
    expect(errors).toEqual([]);
    await close();
  }
  expect(await lastStep()).toMatchObject({
    action: 'promote',
    version,
    by: 'the judge',
    why: expect.stringMatching(/^without evidence/),
  });
  expect([...headings].sort()).toEqual([CANARY, LIVE]);
});
