import type { FederationManifest } from '@wholepage/contracts/federation-manifest';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { GUEST } from './guest';

/** What a visitor of a guest's page fetches of its scripts, in bytes after brotli. */
export interface GuestBytes {
  /** Copies of what it shares: a second React. */
  copies: number;
  /** Its own code, and the runtime of its bundler. */
  rest: number;
}

/** @param fetched files of the release that a browser asked for */
export function guestBytes(
  { files }: Pick<ReleaseManifest, 'files'>,
  { shared }: FederationManifest,
  fetched: readonly string[],
): GuestBytes {
  const copies = new Set(shared.flatMap(({ assets: { js } }) => [...js.sync, ...js.async]).map((file) => GUEST + file));
  const bytes: GuestBytes = { copies: 0, rest: 0 };
  for (const file of new Set(fetched)) {
    if (!/\.m?js$/.test(file)) continue;
    const { brotli, bytes: plain = 0 } = files[file] ?? {};
    bytes[copies.has(file) ? 'copies' : 'rest'] += brotli ?? plain;
  }
  return bytes;
}
