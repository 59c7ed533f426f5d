import { sample } from '@wholepage/tooling/sample';
import type { Locator, Page, Route } from 'playwright-core';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { cards, openList } from '../src/pages/blog-list';
import { arriveSoftly, item, LIST } from '../src/servers/blog-host';

const nextVisit = oneByOne(oneBrowser());

const DATE = /^\d{1,2} (January|February|March|April|May|June|July|August|September|October|November|December) \d{4}$/;

/** Waits for the list's titles. The page numbers are no sign of them: they stay while a page of the list loads. */
const titles = async (page: Page): Promise<string[]> => {
  const headings = cards(page).getByRole('heading', { level: 2 });
  await headings.first().waitFor();
  return headings.allTextContents();
};
const pageLink = (page: Page, number: number): Locator =>
  page
    .locator('main')
    .getByRole('navigation')
    .getByRole('link', { name: String(number), exact: true });
const currentPage = (page: Page, number: number): Promise<void> =>
  pageLink(page, number).and(page.locator('[aria-current="page"]')).waitFor();

describe('the list', () => {
  test('is nine posts in rows of three, one large and two small, that change sides', async () => {
    const { page, errors, close } = await openList(await nextVisit());
    expect(await titles(page)).toHaveLength(9);
    const rows = await page.locator('main ul:has(article)').evaluateAll((lists) =>
      lists.map((list) =>
        [...list.querySelectorAll('article')].map((card) => {
          const { width, height } = card.getBoundingClientRect();
          return width * height;
        }),
      ),
    );
    const places = rows.map((areas) => {
      expect(areas).toHaveLength(3);
      const [largest = 0, second = 0] = [...areas].sort((a, b) => b - a);
      expect(largest).toBeGreaterThan(second * 1.2);
      return areas.indexOf(largest);
    });
    expect(places).toHaveLength(3);
    expect(places[1]).not.toBe(places[0]);
    expect(places[2]).toBe(places[0]);
    for (const date of await cards(page).getByRole('time').allTextContents()) expect(date).toMatch(DATE);
    // Covers have lettering up to their edges, so the leading post's cover must not be cropped.
    const cut = await cards(page)
      .first()
      .locator('img')
      .evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return image.clientWidth / image.clientHeight / (image.naturalWidth / image.naturalHeight);
      });
    expect(cut).toBeCloseTo(1, 1);
    expect(errors).toEqual([]);
    await close();
  });

  test('comes with its data and does not ask for it again', async () => {
    const { page, asked, close } = await openList(await nextVisit(), '/blog?page=2');
    await currentPage(page, 2);
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await close();
  });

  test('turns pages by number, softly, and back again', async () => {
    const { page, asked, errors, close } = await openList(await nextVisit());
    const first = await titles(page);
    await page.evaluate(() => Object.assign(window, { marked: true }));
    expect(await pageLink(page, 2).getAttribute('href')).toBe('/blog?page=2');
    await pageLink(page, 2).click();
    await currentPage(page, 2);
    expect(new URL(page.url()).search).toBe('?page=2');
    expect(asked).toEqual(['?page=2&limit=9']);
    const second = await titles(page);
    expect(second).toHaveLength(9);
    expect(second.filter((title) => first.includes(title))).toEqual([]);
    await page.goBack();
    await currentPage(page, 1);
    expect(await titles(page)).toEqual(first);
    expect(await page.evaluate(() => 'marked' in window)).toBe(true);
    expect(errors).toEqual([]);
    await close();
  });

  test('says "Loading…" and gives up a page that is left', async () => {
    const { page, close } = await openList(await nextVisit());
    await page.route(LIST, () => {}, { times: 1 });
    await pageLink(page, 2).click();
    await page.getByRole('status').getByText('Loading…', { exact: true }).waitFor();
    const given = page.waitForEvent('requestfailed', (request) => request.url().includes('page=2'));
    await page.goBack();
    expect((await given).failure()?.errorText).toBe('net::ERR_ABORTED');
    await currentPage(page, 1);
    expect(await titles(page)).toHaveLength(9);
    await close();
  });

  const FAILURES: [string, Parameters<Route['fulfill']>[0] | 'abort'][] = [
    ['500', { status: 500, body: 'Internal error' }],
    ['success false', { json: { success: false, data: [] } }],
    ['no JSON', { body: '<h1>Maintenance</h1>' }],
    ['nothing', 'abort'],
  ];

  test.each(sample(FAILURES, ['success false']))(
    'says in red that it failed when the host answers %s, and recovers',
    async (_, answer) => {
      const { page, close } = await openList(await nextVisit());
      await page.route(LIST, (route) => (answer === 'abort' ? route.abort() : route.fulfill(answer)), { times: 1 });
      await pageLink(page, 3).click();
      const words = page.getByRole('alert').getByText('Failed to load blogs.', { exact: true });
      await words.waitFor();
      const [red = 0, green = 0, blue = 0] = await words.evaluate((element) => {
        const pixel = new OffscreenCanvas(1, 1).getContext('2d');
        if (!pixel) throw new Error('no canvas');
        pixel.fillStyle = getComputedStyle(element).color;
        pixel.fillRect(0, 0, 1, 1);
        return [...pixel.getImageData(0, 0, 1, 1).data];
      });
      expect(red).toBeGreaterThan(2 * Math.max(green, blue));
      await page.getByRole('button', { name: 'Try again', exact: true }).click();
      await currentPage(page, 3);
      expect(await titles(page)).toHaveLength(9);
      await close();
    },
  );

  test('names author, date and picture as the host has them', async () => {
    const data = [
      item({ slug: 'a', author: 'Linen Desk', image: '/favicon.svg', cover_path: '/covers/unused.svg' }),
      item({ slug: 'b', author: null, cover_path: '/covers/b.svg' }),
      item({ slug: 'c', created_at: null, date: '2024-12-31' }),
    ];
    const { page, close } = await arriveSoftly(await nextVisit(), '/blog', LIST, (route) =>
      route.fulfill({ json: { success: true, data } }),
    );
    await cards(page).nth(2).waitFor();
    const [a, b, c] = [cards(page).nth(0), cards(page).nth(1), cards(page).nth(2)];
    await a.getByText('By Linen Desk', { exact: true }).waitFor();
    await a.getByText('5 March 2025', { exact: true }).waitFor();
    await b.getByText('By admin', { exact: true }).waitFor();
    await c.getByText('31 December 2024', { exact: true }).waitFor();
    expect(await a.locator('img').getAttribute('src')).toBe('/favicon.svg');
    expect(await b.locator('img').getAttribute('src')).toBe('/api/covers/b.svg');
    expect(await c.locator('img').count()).toBe(0);
    expect(await a.getByRole('link').getAttribute('href')).toBe('/blog/a');
    // Without `total_pages` the list has one page and no pagination.
    expect(await page.locator('main').getByRole('navigation').count()).toBe(0);
    await close();
  });
});
