import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { ensureChromium } from '../run/find-program';
import { TAKES_ALL } from '../testing/sample';
import { findViolations, misshapenIn, openPage, untilStill } from './page';
import { launchForGate } from './site';

let browser: Browser;
let server: Server;
let origin = '';

/** A page whose calls get 502, as from a composer without an API. */
beforeAll(async () => {
  ensureChromium();
  server = createServer((request, response) => {
    if (request.url?.startsWith('/page')) {
      const script = decodeURIComponent(request.url.split('?')[1] ?? '');
      response.setHeader('content-type', 'text/html');
      if (request.url.startsWith('/page/strict'))
        response.setHeader('content-security-policy', "require-trusted-types-for 'script'");
      response.end(`<!doctype html><title>Page</title><link rel="icon" href="data:,"><script>${script}</script>`);
    } else
      response.writeHead(request.method === 'POST' ? Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 503) : 502).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchForGate();
}, 300_000);

afterAll(async () => {
  await browser.close();
  server.close();
});

/** Opens a page that runs the script. @returns the page's troubles once its call is answered */
async function troublesOf(script: string, api: boolean, path = '/page'): Promise<string[]> {
  const asked = `(async () => { ${script}; document.title = 'answered' })()`;
  const { page, troubles, context } = await openPage(browser, `${origin}${path}?${encodeURIComponent(asked)}`, {
    width: 1440,
    scripts: true,
    api,
  });
  await page.waitForFunction(() => document.title === 'answered');
  await context.close();
  return troubles;
}

const BAD_GATEWAY = expect.stringMatching(/502/);

test.each([
  ['a call', "await fetch('/api/catalogue')"],
  ["another team's fragment", "await fetch('/_fragments/mf-blog/latest-post')"],
])('while no API answers, %s that needs it is no fault of the page', async (_what, script) => {
  expect(await troublesOf(script, false)).toEqual([]);
  expect(await troublesOf(script, true)).toEqual([BAD_GATEWAY]);
});

test('a frame of another site, which the gate does not reach, is no fault of the page', async () => {
  const map = `document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://map.example/', title: 'Map' }))`;
  const { page, troubles, context } = await openPage(
    browser,
    `${origin}/page?${encodeURIComponent(`onload = () => ${map}`)}`,
  );
  await page.waitForFunction(() => frames.length === 1);
  expect(await findViolations(page, 'iframe')).toEqual([]);
  expect(troubles).toEqual([]);
  await context.close();
});

test('a post that is refused to the gate is no fault of the page', async () => {
  expect(await troublesOf("await fetch('/api/orders', { method: 'POST' })", true)).toEqual([]);
  expect(await troublesOf("await fetch('/_reports?429', { method: 'POST' })", true)).toEqual([]);
  expect(await troublesOf("await fetch('/api/orders?500', { method: 'POST' })", true)).toEqual([
    expect.stringMatching(/500$/),
  ]);
});

test('what does not come is named by its address', async () => {
  expect(await troublesOf("await fetch('/_releases/mf-blog/a.js')", true)).toEqual([
    '/_releases/mf-blog/a.js was answered with 502',
  ]);
});

test.each([
  ["a library's question whether it may make code", 'try { new Function("") } catch {}', []],
  ['code that is made', 'new Function("return 1")', [/^uncaught EvalError: .*Trusted Types?/]],
  [
    'markup',
    'document.documentElement.innerHTML = "<p>"',
    [/^console: .*requires 'TrustedHTML'/, /^uncaught TypeError/],
  ],
])('where the policy takes no strings as code, %s is reported by what is lacking', async (_what, code, troubles) => {
  const script = `setTimeout(() => { ${code} }); await new Promise((done) => setTimeout(done, 50))`;
  const found = await troublesOf(script, true, '/page/strict');
  expect(found.sort()).toEqual(troubles.map((trouble) => expect.stringMatching(trouble)));
});

test('others are sent nothing, and that is no fault of the page', async () => {
  const asked: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    asked.push(request.url);
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '0.0.0.0', resolve));
  // An address of this machine that is not the site's.
  const stats = `http://127.0.0.2:${(other.address() as AddressInfo).port}/stats.js`;
  const script = `await new Promise((done) => {
    const script = Object.assign(document.createElement('script'), { src: '${stats}', onload: done, onerror: done });
    document.head.append(script);
  })`;
  expect(await troublesOf(script, true)).toEqual([]);
  expect(asked).toEqual([]);
  other.close();
});

test.each([
  ['a file that does not come', "await fetch('/_releases/mf-blog/a.js')", BAD_GATEWAY],
  ['an error of its own', "console.error('/api/ broke')", 'console: /api/ broke'],
  ['a call of another origin', "await fetch('http://localhost:1/api/x').catch(() => {})", expect.anything()],
])('while no API answers, %s is a fault still', async (_what, script, trouble) => {
  expect(await troublesOf(script, false)).toContainEqual(trouble);
});

const growing = async (script: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.setContent(
    `<div id="late"></div><script>const late = document.getElementById('late'); ${script}</script>`,
  );
  return page;
};

const heightOf = (page: Page) => page.evaluate(() => document.getElementById('late')?.offsetHeight);

test('a page that is laid out late is waited for', async () => {
  const page = await growing("setTimeout(() => { late.style.height = '2000px'; }, 300);");
  await untilStill(page);
  expect(await heightOf(page)).toBe(2_000);
});

if (TAKES_ALL)
  test('a page that never keeps its height is waited for no longer than a few seconds', async () => {
    const page = await growing("setInterval(() => { late.style.height = late.offsetHeight + 900 + 'px'; }, 20);");
    const began = performance.now();
    await untilStill(page);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

test.each([
  ['<title>Page</title><div id="slot"><h1>Page</h1></div>', []],
  ['<title>Page</title><div id="slot"><h1>Page</h1><h1>Again</h1></div>', ['it has 2 h1 in the slot instead of one']],
  ['<h1>Of the site</h1><div id="slot"></div>', ['it has 0 h1 in the slot instead of one', 'it has no title']],
  [
    '<title>Page</title><div id="slot"><h1>Page</h1></div><div style="width: 400px; position: absolute; left: 0">&nbsp;</div>',
    ['it is 10 px wider than a screen of 390'],
  ],
])('a page has one h1, a title, and the width of the screen: %s', async (html, faults) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent(`<!doctype html>${html}`);
  expect(await misshapenIn(page, [1440, 390])).toEqual(faults);
  await page.close();
});
