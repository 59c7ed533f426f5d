import type { Browser, CDPSession } from 'playwright-core';
import { rememberBuiltIns } from '../browser/probes/globals';
import { openPage } from '../browser/visits/open-page';
import type { OpenedPage } from '../browser/visits/opened-page';
import { followScripts, watchLasting } from './lasting';

export const CLOSE_WIDTH = 1440;

/** A page of which the gate also knows what its scripts change and leave running. */
export interface CloselyOpenedPage extends OpenedPage {
  session: CDPSession;
  scripts: ReadonlyMap<string, string>;
}

/**
 * Opens a page in a context of its own. Visits to elsewhere are troubles of it.
 * @param api false: what the API does not answer is not a problem of the page
 */
export async function openClosely(browser: Browser, address: string, api = true): Promise<CloselyOpenedPage> {
  let scripts: ReadonlyMap<string, string> = new Map();
  let session: CDPSession | undefined;
  const opened = await openPage(browser, address, {
    width: CLOSE_WIDTH,
    scripts: true,
    api,
    async prepare(page) {
      await page.addInitScript(watchLasting);
      await page.addInitScript(rememberBuiltIns);
      session = await page.context().newCDPSession(page);
      scripts = await followScripts(session);
    },
  });
  if (!session) throw new Error(`${address} was not prepared.`);
  return { ...opened, session, scripts };
}
