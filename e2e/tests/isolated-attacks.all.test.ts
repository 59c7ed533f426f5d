import type { Frame, Page } from 'playwright-core';
import { launchWholeAtRest, type Visit, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { eventually } from '../src/eventually';
import { reissue } from '../src/faults/reissue';
import { startIsolatedComposer } from '../src/servers/isolated-composer';
import type { OwnComposer } from '../src/servers/own-composer';

/** A whole browser, because visitors' desktop browsers run a sandboxed frame in its own process. The headless shell does not. */
const browser = oneBrowser(launchWholeAtRest);
let composer: OwnComposer;
beforeAll(async () => {
  composer = await startIsolatedComposer(['mf-blog']);
});
afterAll(() => composer.stop());

/** A hand-written entry. Its page is a heading, a button and a field, and its code does what no build of ours would. */
const release = (code: string): string => `globalThis.mf_blog = { init() {}, get: async () => () => ({
  bootstrap: async () => {},
  unmount: async () => {},
  mount: async ({ slot, shell }) => {
    slot.innerHTML = '<h1>By hand</h1><button>Press</button><input aria-label="Field">';
    const button = slot.querySelector('button');
    const field = slot.querySelector('input');
    const attempt = async (work) => { try { await work(); } catch {} };
    const many = (work) => setInterval(() => { for (let time = 0; time < 2000; time += 1) work(); }, 0);
    const large = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    ${code}
  },
}) };`;

/** Releases the blog with this code, and opens it as a visitor. */
async function open(code: string): Promise<Visit> {
  const entry = release(code);
  const version = await reissue(composer.store, 'mf-blog', (file, text) => (file === 'entry.js' ? entry : text));
  await composer.untilServed('/blog', version);
  const tab = await visit(browser(), { baseURL: composer.origin });
  tab.page.setDefaultTimeout(15_000);
  await tab.page.goto('/blog', { waitUntil: 'commit' });
  return tab;
}

const inFrame = (page: Page) => page.frameLocator('#slot iframe');
/** Waits until the page has given its frame a height, so it receives the frame's messages. */
const heard = (page: Page) => page.locator('#slot iframe[style*="height"]').waitFor();
const headerLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
const frameOf = (page: Page): Frame | undefined => page.frames().find((each) => each.url().includes('/_isolated/'));

/** Expects that navigation to another page of the site works as usual. */
async function goOn(page: Page): Promise<void> {
  await headerLink(page, 'About Us').click();
  await page.waitForURL('**/about-us');
  await page.locator('#slot iframe').waitFor({ state: 'detached' });
  await page.locator('main h1').waitFor();
}

test('a release that is written by hand is shown in its frame', async () => {
  const { page, errors, close } = await open('');
  await inFrame(page).getByRole('heading', { name: 'By hand' }).waitFor();
  await goOn(page);
  expect(errors).toEqual([]);
  await close();
});

test.each([
  ['loops at once', 'while (true);'],
  ['loops later', 'setTimeout(() => { while (true); }, 300);'],
  ['changes its height without end', 'many(() => { field.style.height = (field.clientHeight ? 0 : 3000) + "px"; });'],
])('a visitor goes on from a frame that %s', async (_how, code) => {
  const { page, close } = await open(code);
  await headerLink(page, 'About Us').waitFor();
  await goOn(page);
  await close();
});

test.each([
  ['short messages', 'many(() => shell.toast("x"));'],
  ['messages to the window', 'many(() => parent.postMessage("isolated:ready", "*"));'],
  ['large messages', 'setInterval(() => shell.events.publish("mf-blog:large", large), 0);'],
  ['large messages to the window', 'setInterval(() => parent.postMessage(large, "*"), 0);'],
])(
  'a frame that floods its page with %s loses its scripts, and the visitor reads on and goes on',
  async (_what, code) => {
    const { page, close } = await open(code);
    await page.locator('#slot iframe[sandbox=""]').waitFor();
    await inFrame(page).getByRole('article').first().waitFor();
    await goOn(page);
    await close();
  },
);

test('who uses the page by keyboard keeps the focus when the frame takes it', async () => {
  const { page, close } = await open(
    'addEventListener("blur", () => setTimeout(() => field.focus()), { once: true });',
  );
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await inFrame(page).getByRole('heading', { name: 'By hand' }).waitFor();
  await heard(page);
  await inFrame(page).getByLabel('Field').pressSequentially('typed');
  await headerLink(page, 'Our Projects').focus();
  await eventually('the focus is back', 5_000, async () => (await focused())?.includes('Our Projects') === true);
  await page.keyboard.press('Tab');
  await eventually('the focus is on the next link', 5_000, async () => (await focused())?.includes('Blog') === true);
  expect(await inFrame(page).getByLabel('Field').inputValue()).toBe('typed');
  await goOn(page);
  await close();
});

test('a frame that takes the focus without end loses its scripts', async () => {
  const { page, close } = await open('setInterval(() => field.focus(), 10);');
  await heard(page);
  await headerLink(page, 'Our Projects').focus();
  await page.locator('#slot iframe[sandbox=""]').waitFor();
  await headerLink(page, 'Our Projects').focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Blog');
  await goOn(page);
  await close();
});

test('a frame neither moves the page, nor opens dialogs, the whole screen or a download, with a press or without', async () => {
  const { page, close } = await open(`
    const download = () => {
      const link = document.createElement('a');
      Object.assign(link, { download: 'file.txt', href: URL.createObjectURL(new Blob(['text'])) });
      document.body.append(link);
      link.click();
    };
    const ways = [
      () => { top.location = '/contact'; },
      () => { open('/contact', '_top'); },
      () => { alert('x'); },
      () => { print(); },
      () => document.documentElement.requestFullscreen(),
      () => document.body.requestPointerLock(),
      download,
    ];
    const all = async () => { for (const way of ways) await attempt(way); document.title = 'tried'; };
    await all();
    button.onclick = async () => { document.title = ''; await all(); };
  `);
  const happened: string[] = [];
  page.on('download', () => happened.push('a download'));
  page.on('dialog', (dialog) => {
    happened.push('a dialog');
    void dialog.dismiss();
  });
  page.context().on('page', () => happened.push('a window'));
  const tried = () => eventually('all is tried', 15_000, async () => (await frameOf(page)?.title()) === 'tried');
  await inFrame(page).getByRole('heading', { name: 'By hand' }).waitFor();
  await tried();
  await inFrame(page).getByRole('button').click();
  await tried();
  expect(await page.evaluate(() => [document.fullscreenElement, document.pointerLockElement])).toEqual([null, null]);
  expect(new URL(page.url()).pathname).toBe('/blog');
  await goOn(page);
  expect(happened).toEqual([]);
  await close();
});

test.each(['"https://other.example/"', '"/contact"', '"data:text/html,x"', 'URL.createObjectURL(new Blob(["x"]))'])(
  'a frame that goes to %s shows nothing else, and the visitor goes on',
  async (address) => {
    const { page, close } = await open(`setTimeout(() => { location = ${address}; });`);
    await headerLink(page, 'About Us').waitFor();
    await goOn(page);
    await close();
  },
);
