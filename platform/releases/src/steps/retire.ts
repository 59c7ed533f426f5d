import { type AppName, SHELL } from '@wholepage/contracts/version';
import { ReleaseError } from '../errors';
import type { HistoryEntry } from '../registry/registry';
import { takeStep } from '../registry/take-step';
import { environmentTrust, releasedBy } from '../settings';
import { openWritableStore } from '../store/open-store';
import type { Reason } from './promote';

/**
 * Takes an app off the site until a release of it is promoted again. Its pages are gone, and its files stay for open
 * tabs. A canary of it ends, too.
 * @param place the store, as RELEASES_URL names it
 * @throws ReleaseError in one sentence saying what stands against it
 */
export async function retire(
  place: string,
  app: AppName,
  { by = releasedBy(), why = '', trust = environmentTrust(), breaks }: Reason = {},
): Promise<HistoryEntry> {
  if (app === SHELL)
    throw new ReleaseError('The shell frames every page: it can be replaced, but not retired.', { refusal: 'unfit' });
  const store = openWritableStore(place, trust);
  return takeStep(store, app, ({ releases: { live } }) => {
    if (!live)
      throw new ReleaseError(`${app} has no live release: there is nothing to retire.`, { refusal: 'not-found' });
    const { version } = live.metadata;
    return { step: { action: 'retire', app, version, by, why, breaks }, next: { previous: live } };
  });
}
