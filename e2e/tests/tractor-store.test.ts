import { alive, launchAtRest, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { eventually } from '../src/eventually';
import { basketHolds, canBuy } from '../src/pages/tractor-store';
import { startTractorStore, type TractorStore } from '../src/servers/tractor-store';

const browser = oneBrowser(launchAtRest);
let store: TractorStore;
beforeAll(async () => {
  store = await startTractorStore();
}, 300_000);
afterAll(() => store.stop());

const SOON_MS = 15_000;

test('with scripts the basket counts and colours change in place, without a page load', async () => {
  const { page, errors, close } = await visit(browser(), { baseURL: store.origin });
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto('/product/CL-03');
  await alive(page);
  const recommended = page.locator('[data-boundary="inspire"]').getByRole('heading', { level: 3 });
  const before = await recommended.allTextContents();
  await page.getByRole('link', { name: 'Rustic Rose' }).click();
  await eventually('other recommendations for the other colour', SOON_MS, async () => {
    const names = await recommended.allTextContents();
    return names.length === 4 && names.join() !== before.join();
  });
  expect(new URL(page.url()).search).toBe('?sku=CL-03-PI');
  await canBuy(page, 'CL-03-PI');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await basketHolds(page, 1);
  await page.getByRole('link', { name: 'View your basket' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your basket' }).waitFor();
  await page.getByRole('button', { name: 'Remove Falcon Crest Work Rustic Rose' }).click();
  await basketHolds(page, 0);
  expect(loads).toBe(1);
  expect(errors).toEqual([]);
  await close();
});
