import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { CDPSession, Page } from 'playwright-core';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { heading } from '../src/browser/soft';
import { leadsOf, mailsOf, newEmail } from '../src/records/leads';
import { button, CONTACT, fill, open } from '../src/visitor/enquiry-forms';

const browser = oneBrowser(launchAtRest);

/** A visitor's network connection. */
interface Line {
  name: string;
  latencyMs: number;
  /** Bytes a second, each way. */
  rate: number;
  /** True for a line between two others, which only the nightly run tests. */
  isForNight?: boolean;
}

/** A line that is connected, but delivers nothing. */
const SILENT: Line = { name: 'connected without any answer', latencyMs: 3_600_000, rate: -1 };
const LINES: Line[] = [
  { name: '150 ms, 1.6 Mbit/s', latencyMs: 150, rate: 200_000, isForNight: true },
  { name: '400 ms, 400 kbit/s', latencyMs: 400, rate: 50_000 },
  { name: '1,200 ms, 200 kB/s', latencyMs: 1_200, rate: 200_000, isForNight: true },
  { name: '2,000 ms, 50 kB/s', latencyMs: 2_000, rate: 50_000 },
  SILENT,
];
const GOOD: Line = { name: 'good', latencyMs: 0, rate: -1 };

/** Texts that must not appear on a line that is only slow. */
const DEAD = /could not be|cannot be|offline/;
/** Longer than all limits of the site after which the browser loads the page. */
const SILENCE_MS = 8_000;

const setLine = (session: CDPSession, { latencyMs, rate }: Line) =>
  session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: rate,
    uploadThroughput: rate,
  });

/** The page as a visitor sees it at one moment. */
interface Moment {
  path: string;
  title: string;
  heading: string;
  /** Text of the focused element. */
  focus: string;
  isBusy: boolean;
  /** Text of the live regions. */
  said: string;
  /** Text that reports a failed server. */
  failure: string;
}

/** Records each change of the moment in this document from now on. @returns a reader of the moments, also after a page load */
async function watch(page: Page): Promise<() => Promise<Moment[]>> {
  const moments: Moment[] = [];
  await page.exposeBinding('noteMoment', (_source, moment: Moment) => void moments.push(moment));
  await page.evaluate((dead) => {
    const text = (selector: string) =>
      [...document.querySelectorAll(selector)].map((node) => node.textContent).join(' ');
    let last = '';
    const look = () => {
      const moment = {
        path: window.location.pathname,
        title: document.title,
        heading: text('main h1'),
        focus: document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
        isBusy: document.querySelector('[role="progressbar"]') !== null,
        said: text('[aria-live="polite"]'),
        failure: new RegExp(dead).exec(text('main, [role="status"], [role="alert"]'))?.[0] ?? '',
      };
      const now = JSON.stringify(moment);
      if (now === last) return;
      last = now;
      void (window as unknown as { noteMoment(moment: object): Promise<void> }).noteMoment(moment);
    };
    look();
    setInterval(look, 20);
  }, DEAD.source);
  return async () => moments;
}

async function arriveAt(path: string, name: string) {
  const { page, close } = await visit(browser());
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await page.goto(path);
  await alive(page);
  await heading(page, name).waitFor();
  return { page, session, close };
}

/** Waits for a page on a line. The silent line lasts 8 s, and becomes a good one. */
async function waitFor(page: Page, session: CDPSession, line: Line, there: () => Promise<unknown>): Promise<void> {
  if (line === SILENT) {
    await page.waitForTimeout(SILENCE_MS);
    await setLine(session, GOOD);
  }
  await there();
}

const navLink = (page: Page, name: string) => page.locator('header nav').getByRole('link', { name, exact: true });

/** Expects that the old page stayed complete until the next one appeared, and that no text reported a failed server. */
function expectHeld(moments: Moment[], old: { path?: string; heading: string; focus: string; title: string }) {
  for (const moment of moments) expect(moment.failure).toBe('');
  const before = moments.filter(({ heading }) => heading === old.heading);
  const after = moments.slice(before.length);
  expect(moments.slice(0, before.length)).toEqual(before);
  for (const moment of after) expect(moment.heading).not.toBe('');
  for (const { path, title, focus } of before) {
    expect({ path, title, focus }).toEqual({ path: old.path ?? path, title: old.title, focus: old.focus });
  }
  expect(before.at(-1)?.isBusy).toBe(true);
  expect(before.at(-1)?.said).toContain('Loading');
}

/** `npm test` takes only the silent line, on which most faults were found. */
const lines = TAKES_ALL ? LINES.filter(({ isForNight }) => !isForNight || process.env.NIGHT) : [SILENT];

describe.each(lines)('on a line of $name', (line) => {
  test('a link leads to its page, and the page before stays until that is there', async () => {
    const { page, session, close } = await arriveAt('/contact', 'Contact Us');
    const title = await page.title();
    await navLink(page, 'Blog').focus();
    const seen = await watch(page);
    await setLine(session, line);
    await page.keyboard.press('Enter');
    await waitFor(page, session, line, () => heading(page, 'The Swatch Book').waitFor());
    expectHeld(await seen(), { path: '/contact', heading: 'Contact Us', title, focus: 'Blog' });
    expect(new URL(page.url()).pathname).toBe('/blog');
    await close();
  });

  if (TAKES_ALL)
    test('the way back leads to its page, and the page before stays until that is there', async () => {
      const { page, session, close } = await arriveAt('/blog', 'The Swatch Book');
      await navLink(page, 'Contact').click();
      await heading(page, 'Contact Us').waitFor();
      await page.waitForFunction(
        () => document.activeElement?.tagName === 'H1' && document.title.startsWith('Contact'),
      );
      const title = await page.title();
      const seen = await watch(page);
      await setLine(session, line);
      await page.evaluate(() => window.history.back());
      await waitFor(page, session, line, () => heading(page, 'The Swatch Book').waitFor());
      expectHeld(await seen(), { heading: 'Contact Us', title, focus: 'Contact Us' });
      await close();
    });
});

describe.each(lines)('on a line of $name', (line) => {
  test('a form is sent once', async () => {
    const { page, close } = await visit(browser());
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const email = newEmail();
    const form = await open(page, CONTACT);
    await fill(form, CONTACT, email);
    const seen = await watch(page);
    await setLine(session, line);
    await button(form, CONTACT.submit).click();
    await waitFor(page, session, line, () => page.waitForURL('**/thank-you'));
    await heading(page, /Thank/).waitFor();
    for (const moment of await seen()) expect(moment.failure).toBe('');
    expect(await mailsOf(email)).toHaveLength(1);
    expect(await leadsOf(email)).toHaveLength(1);
    await close();
  });

  if (TAKES_ALL)
    test('a form whose code has not come is posted once, without it', async () => {
      const { page, close } = await visit(browser());
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      const email = newEmail();
      await page.route('**/_releases/mf-marketing/**/*.js', (route) => route.abort());
      const [first] = await Promise.all([
        page.waitForResponse(/shell\/.*main.*\.js/),
        page.goto(CONTACT.path, { waitUntil: 'domcontentloaded' }),
      ]);
      await first.finished();
      const form = page.locator('main form[method="post"]');
      await fill(form, CONTACT, email);
      await setLine(session, line);
      const seen = await watch(page);
      await button(form, CONTACT.submit).click({ noWaitAfter: true });
      await waitFor(page, session, line, () => page.waitForURL('**/thank-you'));
      for (const moment of await seen()) expect(moment.failure).toBe('');
      expect(await leadsOf(email)).toHaveLength(1);
      await close();
    });
});
