import { get, type IncomingMessage } from 'node:http';
import { sample, TAKES_ALL } from '@wholepage/tooling/sample';
import type { Browser, Page, Request } from 'playwright-core';
import { alive, launchWhole, PHONE, SITE, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { PAGES } from '../src/routes';

let browser: Browser;
beforeAll(async () => {
  browser = await launchWhole();
});
afterAll(() => browser.close());

const REACT = /shell\/.*react\..*\.js/;

test.each(['/', '/blog', '/courses/1', '/product/hospitality-resorts'])(
  '%s says of itself what it needs, and nothing of other remotes',
  async (path) => {
    const html = await (await fetch(SITE + path)).text();
    const state = /<script type="application\/json" id="page-state">(.+?)<\/script>/s.exec(html)?.[1] ?? '';
    const { data, remote } = JSON.parse(state) as { data: unknown; remote: { name: string } };
    expect(state.length - JSON.stringify(data).length).toBeLessThanOrEqual(2_000);
    const named = new Set([...html.matchAll(/\/_releases\/([\w-]+)\//g)].map(([, app]) => app));
    // A fragment's styles belong to the team that owns it.
    const held = [...html.matchAll(/data-fragment="([\w-]+)\//g)].map(([, app]) => app);
    const expected = new Set([remote.name, 'shell', ...held]);
    expect([...named].filter((app) => !expected.has(app))).toEqual([]);
    expect([...named]).toEqual(expect.arrayContaining([remote.name, 'shell']));
  },
);

/** Bytes that a new connection sends before it waits for an acknowledgement: ten packets. */
const FIRST_PACKETS = 14_600;

/** Bytes of the brotli response at an address, headers included. */
const sizeOf = (path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      const { rawHeaders } = response.resume();
      const headers = rawHeaders.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length);
      response.once('end', () => resolve(headers + Number(response.headers['content-length'])));
    };
    get(SITE + path, { headers: { 'accept-encoding': 'br' } }, answered).once('error', reject);
  });

test('every page comes whole in the first packets of a connection, once visitors have asked for it', async () => {
  const late: string[] = [];
  for (const path of PAGES) {
    const fits = async () => (await sizeOf(path)) <= FIRST_PACKETS;
    await eventually(path, 10_000, fits).catch(({ message }) => late.push(message));
  }
  expect(late).toEqual([]);
});

/** File names of the scripts requested before the first contentful paint. */
const scriptsBeforePaint = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    return scripts.filter(({ startTime }) => startTime < painted).map(({ name }) => name.split('/').at(-1) ?? '');
  });

test.each(sample(['/', '/blog', '/courses/1', '/product/hospitality-resorts'], ['/']))(
  '%s is painted before it asks for scripts, but for the one that fetches the others',
  async (path) => {
    const { page, close } = await visit(browser, { viewport: PHONE });
    await page.goto(path);
    await alive(page);
    expect((await scriptsBeforePaint(page)).filter((name) => !name.startsWith('main.'))).toEqual([]);
    await close();
  },
);

/** Opens a page whose React is held back until `letGo` is called. */
async function openUnhydrated(path: string) {
  const { page, errors, close } = await visit(browser);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(REACT, (route) => held.then(() => route.continue()));
  // The request shows that the first script has run and listens for presses. Until then the browser itself handles them.
  const asked = page.waitForRequest(REACT);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await asked;
  return { page, errors, close, letGo };
}

test('a click before hydration opens the modal', async () => {
  const { page, errors, close, letGo } = await openUnhydrated('/');
  await page.locator('main').getByRole('button', { name: "Let's Get Started" }).first().click({ noWaitAfter: true });
  expect(new URL(page.url()).pathname).toBe('/');
  letGo();
  await page.getByRole('dialog', { name: /Got an Idea/ }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test('a submit before hydration posts', async () => {
  const { page, close, letGo } = await openUnhydrated('/contact');
  const form = page.locator('main form[method="post"]').first();
  const values = {
    name: 'Asha',
    email: 'asha@example.com',
    phone: '+91 98400 00000',
    subject: 'Before',
    message: 'Early.',
  };
  for (const [name, value] of Object.entries(values)) await form.locator(`[name="${name}"]`).fill(value);
  const posted: Promise<Request> = page.waitForRequest((request) => request.method() === 'POST');
  await form.locator('button[type="submit"]').click({ noWaitAfter: true });
  expect((await posted).isNavigationRequest()).toBe(true);
  await page.waitForURL('**/thank-you', { waitUntil: 'commit' });
  letGo();
  await close();
});

/** True when all elements that match these selectors have this `content-visibility`, and each selector has a match. */
const areAll = ([visibility, kinds]: [string, string[]]): boolean =>
  kinds.every((kind) => {
    const parts = [...document.querySelectorAll(kind)];
    return parts.length > 0 && parts.every((part) => getComputedStyle(part).contentVisibility === visibility);
  });

/** Sizes of the elements whose size does not depend on their content. */
const ownSizes = (): string[] =>
  [...document.querySelectorAll<HTMLElement>('[data-own-size]')].map(
    ({ offsetWidth, offsetHeight }) => `${offsetWidth} × ${offsetHeight}`,
  );

test("a page has one file of styles beside the frame's, and fetches no other until it is touched", async () => {
  const { page, close } = await visit(browser);
  await page.goto('/');
  await alive(page);
  const styles = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.css'))
      .map(({ name }) => name),
  );
  // The entries are in order of arrival, so they are sorted first.
  expect(styles.map((address) => address.split('/')[4]).sort()).toEqual(['mf-marketing', 'shell']);
  await close();
});

/** One entry per requested font; true when the request was after the first paint. */
const typefaces = (page: Page): Promise<boolean[]> =>
  page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const files = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
    return files.map(({ startTime }) => startTime > painted);
  });

if (TAKES_ALL)
  test('a phone asks for typefaces once it is painted, and on later visits at once', async () => {
    const { page, close } = await visit(browser, { viewport: PHONE });
    // With Save-Data scripts and fonts wait for a touch. Without it they load at once.
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await page.goto('/contact', { waitUntil: 'networkidle' });
    expect(await typefaces(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await alive(page);
    await page.evaluate(() => document.fonts.ready);
    expect(await typefaces(page)).toEqual(expect.arrayContaining([true, true]));
    expect(await typefaces(page)).not.toContain(false);
    await page.goto('/about-us', { waitUntil: 'networkidle' });
    expect((await typefaces(page)).length).toBeGreaterThan(1);
    await close();
  });

if (TAKES_ALL)
  test('a wide window asks for its typefaces with its styles', async () => {
    const { page, close } = await visit(browser);
    await page.goto('/contact');
    await alive(page);
    expect((await typefaces(page)).slice(0, 2)).toEqual([false, false]);
    await close();
  });

test('nothing is there to be laid out until the styles are', async () => {
  const { page, errors, close } = await visit(browser);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/mf-products\/.*\.css$/, (route) => held.then(() => route.continue()));
  const asked = page.waitForRequest(/mf-products\/.*\.css$/);
  await page.goto('/product', { waitUntil: 'commit' });
  await asked;
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /shell\/.*\.css$/.test(name)),
  );
  expect(await page.locator('#app').count()).toBe(0);
  letGo();
  await alive(page);
  expect(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
  expect(errors).toEqual([]);
  await close();
});

test('an opening is shown once all of its slides have come: the longest makes the room of all', async () => {
  const { page, close } = await visit(browser, { viewport: PHONE, javaScriptEnabled: false });
  const html = await (await fetch(SITE)).text();
  for (const slide of [2, 3, 4]) {
    const [come = ''] = html.split(`aria-label="${slide} of 3"`);
    await page.route(`${SITE}/`, (route) => route.fulfill({ contentType: 'text/html', body: come }), { times: 1 });
    await page.goto('/');
    expect(await page.locator('main h1').isVisible()).toBe(slide === 4);
  }
  await close();
});

test('on a phone, pictures below the opening wait for the first frame, and nothing moves', async () => {
  const { page, close } = await visit(browser, { viewport: PHONE });
  await page.addInitScript(() => {
    const seen = { secondFrame: 0, moved: 0 };
    Object.assign(window, { seen });
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        seen.secondFrame = performance.now();
      }),
    );
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.moved += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  await alive(page);
  const { seen, marks } = await page.evaluate(() => ({
    seen: (window as unknown as { seen: { secondFrame: number; moved: number } }).seen,
    marks: performance.getEntriesByType('resource').filter(({ name }) => /\/mark-\d/.test(name)),
  }));
  expect(marks.length).toBeGreaterThan(10);
  expect(marks.filter(({ startTime }) => startTime < seen.secondFrame)).toEqual([]);
  expect(seen.moved).toBe(0);
  await close();
});

if (TAKES_ALL)
  test("on a phone, the clients' marks are asked for a few at a time", async () => {
    const { page, close } = await visit(browser, { viewport: PHONE });
    // Animations run at a twentieth of their speed: on a busy machine a frame takes longer than the gap between two requests.
    const session = await page.context().newCDPSession(page);
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.05 });
    await page.goto('/');
    const asked = await page.waitForFunction(() => {
      const marks = performance.getEntriesByType('resource').filter(({ name }) => /\/mark-\d/.test(name));
      return marks.length === 21 && marks.map(({ name, startTime }) => ({ name, startTime }));
    });
    const starts = (await asked.jsonValue()) || [];
    const start = (mark: string) => starts.find(({ name }) => name.includes(mark))?.startTime ?? 0;
    expect(start('mark-08') - start('mark-07')).toBeGreaterThan(100);
    expect(start('mark-15') - start('mark-14')).toBeGreaterThan(100);
    await close();
  });

if (TAKES_ALL)
  test.each([
    ['/product', ['main section', 'main [data-own-size]', 'footer']],
    // The opening of the home page is visible on every screen.
    ['/', ['main section:not(:first-of-type)', 'main [data-own-size]', 'footer']],
  ])(
    "on %s, sections, a quilt's pictures and the footer wait for the first paint, and are laid out once the page is alive",
    async (path, kinds) => {
      const { page, close, letGo } = await openUnhydrated(path);
      expect(await page.evaluate(areAll, ['auto', kinds] as [string, string[]])).toBe(true);
      const sizes = await page.evaluate(ownSizes);
      letGo();
      await page.waitForFunction(areAll, ['visible', kinds] as [string, string[]]);
      expect(await page.evaluate(ownSizes)).toEqual(sizes);
      await close();
    },
  );

if (TAKES_ALL)
  test('who saves data gets scripts at the first touch, and not before', async () => {
    const { page, close } = await visit(browser);
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    await page.goto('/contact', { waitUntil: 'networkidle' });
    const scripts = () =>
      page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length);
    expect(await scripts()).toBe(1);
    await page.keyboard.press('Tab');
    await alive(page);
    expect(await scripts()).toBeGreaterThan(4);
    await close();
  });
