import type { Browser } from 'playwright-core';
import { ensureChromium } from '../../verify/chromium';
import { launchForGate } from '../browser/site/launch';
import type { CloselyOpenedPage } from '../close/open-closely';
import { type SmallRemote, SmallSite } from './small-site';

/** One browser and one small site for the tests of a file. @returns opens a page of a remote for some work, and closes it */
export function onSmallSite() {
  let browser: Browser;
  let site: SmallSite;

  beforeAll(async () => {
    ensureChromium();
    [browser, site] = await Promise.all([launchForGate(), SmallSite.start()]);
  }, 300_000);
  afterAll(() => Promise.all([browser.close(), site.stop()]));

  return async <T>(remote: SmallRemote, work: (opened: CloselyOpenedPage) => Promise<T>): Promise<T> => {
    const opened = await site.open(browser, remote);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };
}
