import { alive, launchAtRest, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { startSite } from '../src/servers/start-site';

const browser = oneBrowser(launchAtRest);

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite({ FEDERATION: 'stock' });
}, 300_000);
afterAll(() => site.stop());

test('the site runs on the library’s own runtime: an upgrade of it never waits for ours', async () => {
  const { page, errors, close } = await visit(browser(), { baseURL: site.site });
  await page.goto('/');
  await page.mouse.move(200, 200);
  await alive(page);
  // The library's runtime lists the instances that share on the page; the platform's own runtime does not.
  const instances = await page.evaluate(() => {
    const { __FEDERATION__: library } = globalThis as { __FEDERATION__?: { __INSTANCES__: { name: string }[] } };
    return library?.__INSTANCES__.map(({ name }) => name);
  });
  expect(instances).toEqual(expect.arrayContaining(['shell', 'mf_marketing']));

  await page.evaluate(() => Object.assign(window, { isFirst: true }));
  const blog = page.locator('header nav a[href="/blog"]').first();
  await blog.click();
  await page.waitForURL('**/blog');
  await page.locator('main a[href^="/blog/"]').first().click();
  await page.waitForURL('**/blog/*');
  await page.locator('main article').first().waitFor();
  await page.goBack();
  await page.waitForURL('**/blog');
  await alive(page);
  // The document is still the first: it loaded remotes of two teams, and one React served both.
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(true);
  expect(errors).toEqual([]);
  await close();
});
