import { join } from 'node:path';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { readSteps } from '@wholepage/releases/canary/cohort';
import { readHistory, readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { Browser } from 'playwright-core';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { publishEdited } from '../src/faults/reissue';
import { cookieOf, pageFor, variantsThatGet } from '../src/releases/canary';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';

const LIVE = 'The Swatch Book';
const CANARY = 'The Canary Book';
/** A release that fails half of the views is to be stopped within so many. */
const MOST_VIEWS = 30;

let browser: Browser;
let own: OwnComposer;
beforeAll(async () => {
  [browser, own] = await Promise.all([launchAtRest(), startOwnComposer()]);
});
afterAll(() => Promise.all([browser.close(), own.stop()]));

// The next test starts a canary of its own: until then the composer is to have forgotten this one.
afterEach(async () => {
  await stopCanary(openWritableStore(own.store), 'mf-blog').catch(() => {});
  await eventually('nobody gets a variant', 20_000, async () => {
    const { headers } = await fetch(`${own.origin}/blog`);
    return headers.getSetCookie().length === 0;
  });
});

const lastStep = async () => (await readHistory(folderStore(own.store), 1))[0];

/** Until the newest step of the history is this one. */
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
    expect(entries.every((url) => url.includes(version))).toBe(heading === CANARY);
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
  await eventually('the browser was heard', 20_000, async () => {
    const { canary } = releasesOf(await readRegistry(folderStore(own.store)), 'mf-blog');
    const steps = canary && (await readSteps(folderStore(join(own.store, '..', 'private')), 'mf-blog', canary));
    return steps?.some(({ canary: one, live: other }) => one.heard + other.heard === 1);
  });
  await close();
});

/** A container whose app fails on every other view. */
const FAILS_EVERY_OTHER_TIME = `globalThis.mf_blog = { init() {}, get: async () => () => ({
  bootstrap: async () => {},
  mount: async () => { if (Number(new URLSearchParams(location.search).get('view')) % 2) throw new Error('on purpose'); },
  unmount: async ({ slot }) => { slot.replaceChildren(); },
}) };`;

/** Some thirty visitors, and a canary that goes through its steps: with `SOAK=1`. */
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
