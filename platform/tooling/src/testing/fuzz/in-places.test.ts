import type { Browser } from 'playwright-core';
import { ensureChromium, launchChrome } from '../../run/find-program';
import { seeded } from '../sample';
import { tryPlaces } from './in-places';

let browser: Browser;
beforeAll(async () => {
  ensureChromium();
  browser = await launchChrome();
}, 300_000);
afterAll(() => browser.close());

test('HTML that is accepted in a place stays in it in a browser, whatever is around the place', async () => {
  const page = await browser.newPage();
  const { escaped, accepted, caught } = await tryPlaces(page, seeded(2_029), 40);
  expect(escaped).toEqual([]);
  expect(accepted).toBeGreaterThan(100);
  expect(caught).toBeGreaterThan(2);
}, 300_000);
