import { join } from 'node:path';
import { isWritable, openStore, openWritableStore } from '@wholepage/releases/store/open-store';
import type { ReleaseStore, WritableStore } from '@wholepage/releases/store/store';
import { createTrust, type Trust } from '@wholepage/releases/trust/trust';
import type { Settings } from '../settings/settings';
import { type Mirror, mirrored } from './mirror';

const trustOf = ({ dataDir, RELEASE_KEYS, STEP_SIGNING_KEY }: Settings): Trust =>
  createTrust({
    keysDir: join(dataDir, 'release-keys'),
    pinned: RELEASE_KEYS,
    signingKey: '',
    stepSigningKey: STEP_SIGNING_KEY,
    role: 'composer',
  });

const isDistant = (place: string): boolean => /^[a-z0-9]+:\/\//.test(place);

/**
 * The store that this composer serves from: it believes what is pinned, else what was made on this machine, and signs no
 * release. Of a distant store it keeps the live files here.
 * @throws ReleaseError when the pinned keys are not keys, or the place is none
 */
export function openReleases(settings: Settings): ReleaseStore & Partial<Mirror> {
  const { store: place, dataDir } = settings;
  const store = openStore(place, trustOf(settings));
  return isDistant(place) ? mirrored(store, join(dataDir, 'composer', 'mirror')) : store;
}

/** The store to share evidence of canaries in, and to stop them in; undefined where it can only be read. */
export const openSharedStore = (settings: Settings): WritableStore | undefined =>
  isWritable(settings.store) ? openWritableStore(settings.store, trustOf(settings)) : undefined;

/** The store of what composers tell each other and nobody else. */
export const openPrivateStore = (settings: Settings): WritableStore =>
  openWritableStore(settings.privateStore, trustOf(settings));
