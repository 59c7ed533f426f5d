import type { Browser } from 'playwright-core';
import { ensureChromium, launchChrome } from '../../run/find-program';
import { tryPlaces } from './in-places';
import { numbers } from './random-html';

let browser: Browser;
beforeAll(async () => {
  ensureChromium();
  browser = await launchChrome();
}, 300_000);
afterAll(() => browser.close());

test('HTML that is accepted in a place stays in it in a browser, whatever is around the place', async () => {
  const page = await browser.newPage();
  const { escaped, accepted, caught } = await tryPlaces(page, numbers(2_029), 40);
  expect(escaped).toEqual([]);
  expect(accepted).toBeGreaterThan(100);
  expect(caught).toBeGreaterThan(2);
}, 300_000);
