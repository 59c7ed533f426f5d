import type { PublicConfig } from '@wholepage/contracts/mount';
import { PAGE_STATE_ID, type PageState, type SiteSettings } from '@wholepage/contracts/page';
import { fetchJson } from '@wholepage/federation/browser';

/** Reads the state that the composer wrote into the page. An element of this id within the slot is a remote's. */
export function readPageState(): PageState {
  const element = document.querySelector(`body>#${PAGE_STATE_ID}`);
  if (!element?.textContent) throw new Error('This page was not made by the composer.');
  return JSON.parse(element.textContent) as PageState;
}

/** Fetches the site's settings. @throws when the composer does not have them any more */
export const fetchSettings = <Config extends PublicConfig = PublicConfig>(page: PageState) =>
  fetchJson<SiteSettings<Config>>(page.settings);
