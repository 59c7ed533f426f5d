import { join } from 'node:path';
import { openStore } from 'releases/store/open-store';
import type { ReleaseStore } from 'releases/store/store';
import { createTrust } from 'releases/trust/trust';
import type { Settings } from '../settings/settings';
import { type Mirror, mirrored } from './mirror';

const isDistant = (place: string): boolean => /^[a-z0-9]+:\/\//.test(place);

/**
 * The store that this composer serves from: it believes pinned keys, else those made on this machine, and signs nothing
 * itself. Of a distant store it keeps the live files here.
 * @throws ReleaseError when the pinned keys are no keys, or the place is none
 */
export function openReleases({ store: place, dataDir, RELEASE_KEYS }: Settings): ReleaseStore & Partial<Mirror> {
  const trust = createTrust({ keysDir: join(dataDir, 'release-keys'), pinned: RELEASE_KEYS, signingKey: '' });
  const store = openStore(place, trust);
  return isDistant(place) ? mirrored(store, join(dataDir, 'composer', 'mirror')) : store;
}
