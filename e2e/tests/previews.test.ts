import { join } from 'node:path';
import { createPreview } from '@wholepage/releases/preview/preview';
import { readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { sample } from '@wholepage/tooling/sample';
import type { Browser, Page } from 'playwright-core';
import { axeFaults } from '../src/browser/axe';
import { alive, launchAtRest, PHONE, visit } from '../src/browser/browser';

const APPS = ['mf-blog', 'mf-courses', 'mf-marketing', 'mf-products'];

let browser: Browser;
let address: string;
beforeAll(async () => {
  const store = join(process.env['SITE_DATA'] ?? '', 'releases');
  const registry = await readRegistry(folderStore(store));
  const releases = Object.fromEntries(
    APPS.map((app) => [app, releasesOf(registry, app).live?.metadata.version ?? ''] as const),
  );
  const trust = environmentTrust();
  const { id } = await createPreview(store, releases, { by: 'Asha', trust });
  address = `/courses?preview=${id}`;
  browser = await launchAtRest();
});
afterAll(() => browser.close());

const bar = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const pressKey = async (page: Page) => {
  const keyboard = await page.context().newCDPSession(page);
  const key = { modifiers: 1, key: 'o', code: 'KeyO', windowsVirtualKeyCode: 79 };
  await keyboard.send('Input.dispatchKeyEvent', { ...key, type: 'rawKeyDown' });
  await keyboard.send('Input.dispatchKeyEvent', { ...key, type: 'char', text: 'o', unmodifiedText: 'o' });
  await keyboard.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' });
};
/** Returns the label of a part, the style of its outline, and whether the outline lies above the part's content. */
const outlineOf = (page: Page, part: string) =>
  page
    .locator(part)
    .first()
    .evaluate((element) => {
      const [name, line] = [getComputedStyle(element, '::before'), getComputedStyle(element, '::after')];
      return { name: name.content, line: line.borderTopStyle, isAbove: Number(line.zIndex) > 1_000 };
    });

const WINDOWS: [name: string, size: { width: number; height: number }, percent: number][] = [
  ['a phone', PHONE, 100],
  ['a phone at twice the text size', PHONE, 200],
  ['a phone on its side', { width: 844, height: 390 }, 100],
  ['a low laptop', { width: 1366, height: 650 }, 100],
];

test.each(sample(WINDOWS, ['a phone at twice the text size']))(
  'the bar leaves %s the page, and opens to versions, timings and the way out',
  async (_name, viewport, percent) => {
    const { page, errors, close } = await visit(browser, { viewport });
    await page.goto(address);
    await alive(page);
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
    const closed = await bar(page).boundingBox();
    expect((closed?.width ?? 0) * (closed?.height ?? 0)).toBeLessThan(viewport.width * viewport.height * 0.2);
    await bar(page).getByText('Preview', { exact: true }).click();
    for (const app of APPS)
      await bar(page)
        .getByText(new RegExp(`^${app} \\S+, live as well`))
        .waitFor();
    await bar(page)
      .getByText(/^mf-courses: page made in \d+ ms$/)
      .waitFor();
    const open = await bar(page).boundingBox();
    expect(open?.y).toBeGreaterThanOrEqual(0);
    expect((open?.y ?? 0) + (open?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    expect(await axeFaults(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'End the preview' }).click();
    await bar(page).waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await close();
  },
);

test('a key outlines whose part is what, above all that parts draw, and follows to the next remote', async () => {
  const { page, errors, close } = await visit(browser);
  // The test starts on another page: links from pages of courses load a new document.
  await page.goto(address.replace('/courses', '/contact'));
  await alive(page);
  await pressKey(page);
  expect(await outlineOf(page, '#slot')).toEqual({ name: '"mf-marketing"', line: 'solid', isAbove: true });
  await page.getByRole('navigation').getByRole('link', { name: 'Blog' }).first().click();
  await page.waitForURL('**/blog');
  await page.locator('#slot[data-remote="mf-blog"]').waitFor();
  expect(await outlineOf(page, '#slot')).toMatchObject({ name: '"mf-blog"' });
  await pressKey(page);
  expect(await outlineOf(page, '#slot')).toMatchObject({ name: 'none', line: 'none' });
  expect(errors).toEqual([]);
  await close();
});
