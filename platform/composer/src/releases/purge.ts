import { setTimeout as wait } from 'node:timers/promises';
import { cacheTag } from '../http/response/shared-caching';
import { type Log, reason } from '../log';
import type { ReleaseSet } from './release-set';

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const TIMEOUT_MS = 5_000;

interface PurgeOptions {
  /** Takes `{"tags": […]}` by POST, as Cloudflare's API does. */
  url: string;
  /** Sent as a bearer token; empty sends none. */
  token: string;
  log: Log;
}

/** Tags of what was served before and is no longer. */
const outdatedTags = (before: ReleaseSet, now: ReleaseSet): string[] =>
  Object.values(before.apps)
    .filter(({ manifest: { app, version } }) => now.apps[app]?.manifest.version !== version)
    .map(({ manifest }) => cacheTag(manifest));

/**
 * Has a cache in front forget the pages of releases that are live no more. Each composer says so after its own change:
 * what the cache fetched meanwhile from one that was later is forgotten by the last of them.
 */
export const createPurge =
  ({ url, token, log }: PurgeOptions) =>
  async (before: ReleaseSet, now: ReleaseSet): Promise<void> => {
    const tags = outdatedTags(before, now);
    if (tags.length === 0) return;
    const ask = async () => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ tags }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask();
      } catch (error) {
        if (attempt === ATTEMPTS) return log('error', 'cache in front not purged', { tags, reason: reason(error) });
        await wait(FIRST_PAUSE_MS * 2 ** attempt);
      }
    }
  };
