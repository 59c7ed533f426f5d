import { createHash } from 'node:crypto';
import { type Refusal, ReleaseError, whyFailed } from '../errors';
import { environmentTrust, s3Endpoint } from '../settings';
import type { Trust } from '../trust/trust';
import { folderStore } from './folder-store';
import { s3Store } from './s3-store';
import { type ReleaseStore, type WritableStore, wholeFile } from './store';

const isAddress = (place: string): boolean => /^https?:\/\//.test(place);

const writable = (place: string, trust: Trust): WritableStore =>
  place.startsWith('s3://') ? s3Store(place, trust, s3Endpoint()) : folderStore(place, trust);

/** Opens the store of a setting: an address to read from, a bucket, or a folder. */
export const openStore = (place: string, trust: Trust = environmentTrust()): ReleaseStore =>
  isAddress(place) ? urlStore(place, trust) : writable(place, trust);

export const isWritable = (place: string): boolean => !isAddress(place);

/** Opens the store of a setting for writing. @throws ReleaseError when it is read-only */
export function openWritableStore(place: string, trust: Trust = environmentTrust()): WritableStore {
  if (isAddress(place)) {
    throw new ReleaseError(
      `RELEASES_URL names ${place}, which can only be read. Name the folder or bucket that it shows.`,
    );
  }
  return writable(place, trust);
}

const READ_TIMEOUT_MS = 5_000;
const POLL_MS = 1_000;
/** Concurrent reads, which wait for the network. */
const READS_AT_ONCE = 16;

function bodyOf({ body, headers }: Response): Promise<Buffer> {
  const length = headers.get('content-length');
  const isPlain = !headers.get('content-encoding');
  return wholeFile(body ?? [], isPlain && length !== null ? Number(length) : undefined);
}

/** Returns a read-only store on any static host. */
export function urlStore(base: string, trust: Trust): ReleaseStore {
  const root = base.endsWith('/') ? base : `${base}/`;
  const ask = (path: string, method: string) =>
    fetch(new URL(path, root), {
      method,
      signal: AbortSignal.timeout(READ_TIMEOUT_MS),
      redirect: 'error',
      // The stored bytes, without a proxy's transformation.
      headers: { 'accept-encoding': 'identity', 'cache-control': 'no-cache' },
    });
  const read: ReleaseStore['read'] = async (path) => {
    let refusal: Refusal = 'store';
    try {
      const response = await ask(path, 'GET');
      // Many hosts answer 403 for a file that is not there.
      if ([403, 404].includes(response.status)) refusal = 'not-found';
      if (!response.ok) throw new Error(`status ${response.status}`);
      return await bodyOf(response);
    } catch (error) {
      throw new ReleaseError(`${path} cannot be read from ${root}: ${whyFailed(error)}.`, { cause: error, refusal });
    }
  };
  return {
    place: root,
    trust,
    pollMs: POLL_MS,
    readsAtOnce: READS_AT_ONCE,
    read,
    async revision(path) {
      const response = await ask(path, 'HEAD').catch(() => undefined);
      const mark = response?.ok && (response.headers.get('etag') ?? response.headers.get('last-modified'));
      if (mark) return mark;
      // A host without validators, or that refuses HEAD: the hash of the bytes is the revision.
      const bytes = await read(path).catch(() => undefined);
      return bytes && createHash('sha256').update(bytes).digest('base64url');
    },
  };
}
