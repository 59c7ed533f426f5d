import { ReleaseError } from '../errors';
import { environmentTrust, s3Endpoint } from '../settings';
import type { Trust } from '../trust/trust';
import { folderStore } from './folder-store';
import { s3Store } from './s3-store';
import type { ReleaseStore, WritableStore } from './store';
import { urlStore } from './url-store';

const isAddress = (place: string): boolean => /^https?:\/\//.test(place);

const writable = (place: string, trust: Trust): WritableStore =>
  place.startsWith('s3://') ? s3Store(place, trust, s3Endpoint()) : folderStore(place, trust);

/** The store that this setting names: an address to read from, a bucket, or a folder. */
export const openStore = (place: string, trust: Trust = environmentTrust()): ReleaseStore =>
  isAddress(place) ? urlStore(place, trust) : writable(place, trust);

export const isWritable = (place: string): boolean => !isAddress(place);

/** The store that this setting names, to publish to. @throws ReleaseError when it can only be read */
export function openWritableStore(place: string, trust: Trust = environmentTrust()): WritableStore {
  if (isAddress(place)) {
    throw new ReleaseError(
      `RELEASES_URL names ${place}, which can only be read. Name the folder or bucket that it shows.`,
    );
  }
  return writable(place, trust);
}
