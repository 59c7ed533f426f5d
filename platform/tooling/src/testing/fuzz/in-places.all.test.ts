import type { Browser } from 'playwright-core';
import { ensureChromium, launchChrome } from '../../run/find-program';
import { seeded } from '../sample';
import { tryPlaces } from './in-places';

let browser: Browser;
beforeAll(async () => {
  ensureChromium();
  browser = await launchChrome();
}, 900_000);
afterAll(() => browser.close());

test('the same holds for very many pieces of HTML', async () => {
  const page = await browser.newPage();
  const seed = Number(process.env.FUZZ_SEED ?? 29);
  const pieces = process.env.NIGHT ? 2_000 : 500;
  const { escaped, ...counts } = await tryPlaces(page, seeded(seed), pieces);
  console.info(JSON.stringify({ seed, ...counts }));
  expect(escaped).toEqual([]);
}, 900_000);
