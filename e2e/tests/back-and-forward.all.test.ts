import { alive, launchWithoutPictures, visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { heading, mark, marked } from '../src/browser/soft';

const browser = oneBrowser(launchWithoutPictures);
const nextVisit = oneByOne(browser);

/** Delays after `DOMContentLoaded` at which a visitor goes back: from before the scripts run to a hydrated page. */
const MOMENTS_MS = [0, 100, 200, 300, 400, 1_000];

test('who goes back from a page that was loaded again finds the page before at its place, under its title, whenever that is', async () => {
  const { page, errors, close } = await visit(browser());
  await page.addInitScript(() => {
    const moment = sessionStorage.getItem('back after');
    if (moment === null) return;
    sessionStorage.removeItem('back after');
    document.addEventListener('DOMContentLoaded', () => setTimeout(() => window.history.back(), Number(moment)));
  });
  for (const moment of MOMENTS_MS) {
    await page.goto('/contact');
    await alive(page);
    await page.evaluate(() => window.scrollTo(0, 300));
    await page
      .locator('footer')
      .getByRole('link', { name: 'About', exact: false })
      .first()
      .evaluate((link) => (link as HTMLElement).click());
    await heading(page, /A legacy/).waitFor();
    await page.evaluate((moment) => sessionStorage.setItem('back after', String(moment)), moment);
    await page.reload();
    await heading(page, 'Contact Us').waitFor();
    await page.waitForFunction(() => document.title.startsWith('Contact Us') && window.scrollY > 250, undefined, {
      timeout: 10_000,
    });
  }
  expect(errors).toEqual([]);
  await close();
});

test('back and forward return to the page and the place', async () => {
  const { page, close } = await nextVisit();
  await page.goto('/about-us');
  await alive(page);
  await mark(page);
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
  const place = await page.evaluate(() => window.scrollY);
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  await page.waitForURL('**/blog');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.goBack();
  await page.waitForFunction((wanted) => Math.abs(window.scrollY - wanted) < 60, place);
  await page.goForward();
  await page.waitForURL('**/blog');
  expect(await marked(page)).toBe(true);
  await close();
});

test('a page that is loaded again comes back to what was read, far down', async () => {
  const { page, close } = await nextVisit();
  await page.goto('/');
  await alive(page);
  const place = () => {
    const sections = [...document.querySelectorAll('main section')];
    const read = sections.findIndex((section) => section.getBoundingClientRect().bottom > window.innerHeight / 2);
    return { read, top: sections[read]?.getBoundingClientRect().top ?? 0 };
  };
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight * 0.7, behavior: 'instant' }));
  // A browser restores a scroll offset in pixels. While heights are estimates, the offset is another place.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('main section')].every(
      ({ style }) => style.contentVisibility === 'visible',
    ),
  );
  const before = await page.evaluate(place);
  await page.reload();
  await alive(page);
  await page.waitForFunction(() => window.scrollY > 0);
  const after = await page.evaluate(place);
  expect(after.read).toBe(before.read);
  // A font that loads later than the page may break some lines above differently.
  expect(Math.abs(after.top - before.top)).toBeLessThan(150);
  await close();
});

test('going back before the scripts have run shows the page of the address', async () => {
  const { page, close } = await visit(browser());
  await page.goto('/contact');
  await alive(page);
  await page.locator('header nav').getByRole('link', { name: 'Our Projects', exact: true }).click();
  await page.locator('main').getByRole('heading', { level: 1, name: 'Our Projects' }).waitFor();
  const held: (() => void)[] = [];
  await page.route(/shell\/.*main\.js/, (route) => held.push(() => void route.continue()));
  await page.reload({ waitUntil: 'commit' });
  await page.locator('main').getByRole('heading', { level: 1, name: 'Our Projects' }).waitFor();
  await page.evaluate(() => window.history.back());
  await page.waitForURL('**/contact', { waitUntil: 'commit' });
  for (const release of held) release();
  await page.locator('main').getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  await close();
});
