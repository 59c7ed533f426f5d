import { createHash } from 'node:crypto';
import type { SiteGoals } from '@wholepage/contracts/site';
import { StoredResponse } from '../http/response/stored-response';
import type { ReleaseSet } from '../releases/release-set';
import { eventGoalsOf } from './goals';

export const GOALS_PATH = '/_goals.js';

/** Reports the first of each event that an experiment counts. Pages hold it only while one does. */
const TEXT = `for (const goal of new URL(document.currentScript.src).searchParams.getAll('goal'))
  document.addEventListener(goal, () => navigator.sendBeacon('/_reports', JSON.stringify({ goal })), { once: true });
`;

/** The script of a set's pages; undefined while no experiment counts events. */
export function goalsScriptOf(set: ReleaseSet, declared: SiteGoals | undefined): string | undefined {
  const events = eventGoalsOf(set, declared);
  if (events.length === 0) return undefined;
  return `${GOALS_PATH}?${new URLSearchParams(events.sort().map((event) => ['goal', event]))}`;
}

export const goalsScript = new StoredResponse(
  200,
  {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    etag: `"${createHash('sha256').update(TEXT).digest('hex').slice(0, 12)}"`,
  },
  Buffer.from(TEXT),
);
