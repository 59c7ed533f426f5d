import type { PublicConfig } from '@wholepage/contracts/config';
import { PAGE_STATE_ID } from '@wholepage/contracts/page';

/** What the page of the stage gets: settings, and the release to show. */
export interface StageState {
  config: PublicConfig;
  remote: { name: string; version: string; entry: string; integrity?: string };
}

export function readStageState(): StageState {
  const text = document.getElementById(PAGE_STATE_ID)?.textContent;
  if (!text) throw new Error(`The stage's page has no #${PAGE_STATE_ID}.`);
  return JSON.parse(text) as StageState;
}
