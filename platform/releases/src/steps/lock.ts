import { ReleaseError } from '../errors';
import { type HistoryEntry, SITE } from '../registry/registry';
import { takeStep } from '../registry/take-step';
import { environmentTrust, releasedBy } from '../settings';
import { openWritableStore } from '../store/open-store';
import type { Reason } from './promote';

/** Longer than any freeze: one that is forgotten ends by itself. */
const LONGEST_MS = 90 * 24 * 3_600_000;

type LockReason = Omit<Reason, 'breaks'>;

/**
 * Keeps an app, or the whole site, as it is until a time. Promotions, canaries, rollbacks and retirements are refused,
 * unless they break the lock by right and with a reason. Stopping a canary is always allowed.
 * @param place the store, as RELEASES_URL names it
 * @param app its name, or `site` for all of them
 * @throws ReleaseError in one sentence
 */
export async function lock(
  place: string,
  app: string,
  until: Date,
  { by = releasedBy(), why = '', trust = environmentTrust() }: LockReason = {},
): Promise<HistoryEntry> {
  const left = until.getTime() - Date.now();
  if (!(left > 0 && left <= LONGEST_MS))
    throw new ReleaseError('A lock ends in the future, and within 90 days: give such a time.');
  if (!why.trim()) throw new ReleaseError('A lock needs a reason: -- --why "text".');
  const store = openWritableStore(place, trust);
  return takeStep(store, app, ({ releases }) => {
    if (app !== SITE && !releases.live)
      throw new ReleaseError(`${app} has no live release: there is nothing to lock.`, { refusal: 'not-found' });
    return {
      step: {
        action: 'lock',
        app,
        version: releases.live?.metadata.version ?? '',
        by,
        why,
        until: until.toISOString(),
      },
      next: releases,
    };
  });
}

/** Ends a lock before its time. @throws ReleaseError when there is none */
export async function unlock(
  place: string,
  app: string,
  { by = releasedBy(), why = '', trust = environmentTrust() }: LockReason = {},
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  return takeStep(store, app, ({ releases, site }) => {
    const held = site.locks[app];
    if (!held || Date.parse(held.until) <= Date.now())
      throw new ReleaseError(`${app === SITE ? 'The site' : app} is not locked.`, { refusal: 'not-found' });
    return { step: { action: 'unlock', app, version: releases.live?.metadata.version ?? '', by, why }, next: releases };
  });
}
