import type { Browser } from 'playwright-core';
import { ensureChromium } from '../../verify/chromium';
import { launchForGate } from '../browser/site/launch';
import { SmallSite } from '../testing/small-site';
import { marksLeft, readMarks } from './marks';

let browser: Browser;
let site: SmallSite;

beforeAll(async () => {
  ensureChromium();
  [browser, site] = await Promise.all([launchForGate(), SmallSite.start()]);
}, 300_000);
afterAll(() => Promise.all([browser.close(), site.stop()]));

test.each([
  ["document.querySelector('#slot').append('.')", []],
  ['window.fetch = ((own) => (...given) => own(...given))(fetch)', ['it has replaced or added fetch']],
  ['window.left = 1', ['it has left window.left']],
  [
    "document.querySelector('footer p').textContent = 'x'",
    ['it has changed the frame: footer>p:0 words: Since 1973 → x'],
  ],
])('what a fragment leaves changed on the page of others is named: %s', async (script, expected) => {
  const opened = await site.open(browser, {});
  try {
    const before = await readMarks(opened);
    await opened.page.evaluate(script);
    expect(await marksLeft(before, opened, (name) => name === 'expected')).toEqual(expected);
  } finally {
    await opened.close();
  }
});
