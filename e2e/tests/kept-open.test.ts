import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { Locator, Page } from 'playwright-core';
import { alive, launchAtRest, PHONE } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';

const nextVisit = oneByOne(oneBrowser(launchAtRest));

const tab = (page: Page, name: string, selected?: boolean): Locator =>
  page.getByRole('tab', { name, exact: true, ...(selected !== undefined && { selected }) });
const item = (page: Page, name: RegExp, expanded?: boolean): Locator =>
  page.locator('main').getByRole('button', { name, ...(expanded !== undefined && { expanded }) });
const heading = (page: Page, name: RegExp | string) => page.locator('main').getByRole('heading', { level: 1, name });

/** Waits until scripts have closed the panels, which are open without scripts. */
const closing = (page: Page) => page.locator('[data-panel][hidden]').first().waitFor({ state: 'attached' });

const follow = (page: Page, href: string) =>
  page
    .locator(`main a[href="${href}"]`)
    .first()
    .evaluate((link) => (link as HTMLElement).click());

test('the tab that was open is open after the way back and after a reload, and the first in a visit of its own', async () => {
  const { page, errors } = await nextVisit();
  await page.goto('/product');
  await alive(page);
  await tab(page, 'Furnishings').click();
  for (const _ of ['from the page that was opened', 'from one that was gone to']) {
    await follow(page, '/product/bed-linens');
    await page.waitForURL('**/product/bed-linens');
    await page.locator('nav[aria-label="Breadcrumb"]').first().waitFor();
    await page.goBack();
    await tab(page, 'Furnishings', true).waitFor();
    expect(await page.getByRole('tabpanel').count()).toBe(1);
  }
  await page.reload();
  await alive(page);
  await tab(page, 'Furnishings', true).waitFor();
  await page.goto('/contact');
  await alive(page);
  await page.locator('header nav').getByRole('link', { name: 'Our Products', exact: true }).click();
  await tab(page, 'Uniforms', true).waitFor();
  expect(errors).toEqual([]);
});

test('the items that were open in an accordion are open after the way back, also by a page load', async () => {
  const { page, errors } = await nextVisit();
  await page.setViewportSize(PHONE);
  await page.goto('/courses/1');
  await alive(page);
  const items = page.locator('main button[aria-controls$="panel"]');
  await items.nth(0).click();
  await items.nth(2).click();
  const expanded = () => items.evaluateAll((all) => all.map((button) => button.getAttribute('aria-expanded')));
  const wanted = await expanded();
  expect(wanted.slice(0, 3)).toEqual(['false', 'false', 'true']);
  for (const next of ['/courses', '/contact']) {
    await page.evaluate((next) => {
      const link = document.createElement('a');
      link.href = next;
      document.body.append(link);
      link.click();
      link.remove();
    }, next);
    await page.waitForURL(`**${next}`);
    await heading(page, /./).waitFor();
    await page.goBack();
    await page.waitForURL('**/courses/1');
    await items.and(page.locator('[aria-expanded="true"]')).first().waitFor();
    await alive(page);
    await closing(page);
    expect(await expanded()).toEqual(wanted);
  }
  expect(errors).toEqual([]);
});

if (TAKES_ALL)
  test('the page of the journal that was read is there after the way back', async () => {
    const { page, errors } = await nextVisit();
    await page.goto('/blog');
    await alive(page);
    await page.getByRole('navigation', { name: 'Pages of the blog' }).getByRole('link', { name: '2' }).click();
    await page.waitForURL('**/blog?page=2');
    const first = page.locator('main article h2 a').first();
    await page.locator('[aria-current="page"]', { hasText: /^2$/ }).waitFor();
    await first.waitFor();
    const title = await first.textContent();
    await first.click();
    await heading(page, title ?? '').waitFor();
    await page.goBack();
    await first.filter({ hasText: title ?? '' }).waitFor();
    expect(new URL(page.url()).search).toBe('?page=2');
    expect(errors).toEqual([]);
  });

// No program can start find-in-page. It reports a match by the same event as a link to an element of the page.
test('what is found in a closed tab or item opens it, and is on the screen', async () => {
  const { page, errors } = await nextVisit();
  await page.goto('/product');
  await alive(page);
  await closing(page);
  await page.evaluate(() => {
    window.location.hash = '#merchandise';
  });
  await tab(page, 'Merchandise', true).waitFor();
  expect(await page.getByRole('tabpanel').count()).toBe(1);
  await page.goto('/one-on-one-transformation');
  await alive(page);
  await closing(page);
  // While heights are estimates, the scrolling would end at another place.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('main section')].every(
      ({ style }) => style.contentVisibility === 'visible',
    ),
  );
  const words = page.locator('[data-panel][hidden] strong').last();
  await words.evaluate((found) => {
    found.id = 'found';
    window.location.hash = '#found';
  });
  await item(page, /Day 4/, true).waitFor();
  await page.locator('#found').waitFor();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('#found')?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
    return top >= 0 && bottom <= window.innerHeight;
  });
  expect(await item(page, /Day 1/, true).count()).toBe(1);
  expect(errors).toEqual([]);
});

if (TAKES_ALL)
  test('the keyboard and assistive technology reach nothing in a closed tab or item', async () => {
    const { page } = await nextVisit();
    for (const path of ['/product', '/ambience-and-harmony', '/courses/1']) {
      await page.goto(path);
      await alive(page);
      await closing(page);
      const reached = await page.evaluate(
        () =>
          [
            ...document.querySelectorAll<HTMLElement>('[data-panel][hidden] :is(a, button), [data-panel][hidden]'),
          ].filter((element) => {
            element.focus();
            return document.activeElement === element;
          }).length,
      );
      expect({ path, reached }).toEqual({ path, reached: 0 });
    }
  });
