import type { Route } from 'playwright-core';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { cards, openList } from '../src/pages/blog-list';
import { arriveSoftly, HOSTILE, POST, post } from '../src/servers/blog-host';

const nextVisit = oneByOne(oneBrowser());

describe('a post', () => {
  test('has title, date, author, three latest posts and a way back; another slug begins at the top', async () => {
    const { page, errors, close } = await openList(await nextVisit());
    // A post that another test has just published may have no cover.
    const card = cards(page)
      .filter({ has: page.locator('img') })
      .first();
    const title = (await card.getByRole('heading').textContent()) ?? '';
    const date = (await card.getByRole('time').textContent()) ?? '';
    await card.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    const article = page.locator('main').getByRole('article');
    await article.getByText(date, { exact: true }).waitFor();
    expect(await article.getByText(/^By \S/).count()).toBe(1);
    expect(await article.locator('img').count()).toBeGreaterThan(0);
    const latest = page.getByRole('complementary', { name: 'Latest Post' });
    expect(await latest.getByRole('listitem').count()).toBe(3);
    // The latest posts stay beside the text while it is read.
    const top = async () => (await latest.boundingBox())?.y;
    await page.evaluate(() => window.scrollTo({ top: 1200, behavior: 'instant' }));
    expect(await top()).toBeCloseTo(112, 0);

    const link = latest.getByRole('link').nth(1);
    const other = (await link.textContent()) ?? '';
    await link.click();
    await page.getByRole('heading', { level: 1, name: other, exact: true }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.getByRole('link', { name: 'Back to the blog', exact: true }).click();
    await page.waitForURL('**/blog');
    await cards(page).nth(8).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  test('that does not exist is a 404 that says so and leads back', async () => {
    const { page, close } = await nextVisit();
    const response = await page.goto('/blog/no-such-post');
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'Post not found.', exact: true }).waitFor();
    expect(await page.locator('main').getByRole('link', { name: 'Back to the blog' }).getAttribute('href')).toBe(
      '/blog',
    );
    await close();
  });

  test('that the host has lost, or cannot show, says so', async () => {
    let answer: Parameters<Route['fulfill']>[0] = { json: { success: false, message: 'No such post' } };
    const { page, close } = await arriveSoftly(await nextVisit(), '/blog/linen', POST, (route) =>
      route.fulfill(answer),
    );
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await heading('Post not found.');

    const leaveAndComeBack = async () => {
      await page.getByRole('link', { name: 'Back to the blog' }).click();
      await cards(page).nth(8).waitFor();
      await page.goBack();
    };
    answer = { json: { success: true, data: {} } };
    await leaveAndComeBack();
    await heading('Not found.');
    answer = { status: 500, body: 'Internal error' };
    await leaveAndComeBack();
    await heading('Post not found.');
    answer = post({});
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await heading('Linen');
    await page.getByText('By Admin', { exact: true }).waitFor();
    await page.getByText('5 March 2025', { exact: true }).waitFor();
    await close();
  });

  test('numbers a list from where it begins', async () => {
    const content = '<ol start="4"><li>Hem</li></ol>';
    const { page, close } = await arriveSoftly(await nextVisit(), '/blog/linen', POST, (route) =>
      route.fulfill(post({ content })),
    );
    await page.getByText('Hem', { exact: true }).waitFor();
    const reader = await page.context().newCDPSession(page);
    const { nodes } = await reader.send('Accessibility.getFullAXTree');
    expect(nodes.map(({ name }) => name?.value)).toContain('4');
    await reader.detach();
    await close();
  });

  test('of a hostile host does nothing', async () => {
    const visitor = await nextVisit();
    const { page, close } = visitor;
    const strangers: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('evil')) strangers.push(request.url());
    });
    await arriveSoftly(visitor, '/blog/linen', POST, (route) => route.fulfill(post({ content: HOSTILE })));
    const body = page.locator('main').getByRole('article');
    await body.getByText('Percale.', { exact: true }).hover();
    await body.getByText('Percale.', { exact: true }).click();
    for (const name of ['Sateen', 'Twill', 'Drill']) await body.getByText(name, { exact: true }).click();
    await page.waitForLoadState('networkidle');
    expect(new URL(page.url()).pathname).toBe('/blog/linen');
    expect(await page.evaluate(() => 'struck' in window)).toBe(false);
    expect(strangers).toEqual([]);
    const left = await page.locator('main').evaluate((main) => ({
      elements: main.querySelectorAll('script, iframe, object, embed, form, input, style, link, base, meta, template')
        .length,
      attributes: [...main.querySelectorAll('article *')].flatMap((element) =>
        [...element.attributes].filter(({ name, value }) => name.startsWith('on') || /script:|data:text/i.test(value)),
      ).length,
      second: document.querySelectorAll('#main').length,
    }));
    expect(left).toEqual({ elements: 0, attributes: 0, second: 1 });
    await close();
  });
});
