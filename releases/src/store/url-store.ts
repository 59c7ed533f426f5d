import { ReleaseError } from '../errors';
import type { Trust } from '../trust/trust';
import { MAX_FILE_BYTES, type ReleaseStore } from './store';

const READ_TIMEOUT_MS = 5_000;
const POLL_MS = 1_000;

/** Any static host, to read from. */
export function urlStore(base: string, trust: Trust): ReleaseStore {
  const root = base.endsWith('/') ? base : `${base}/`;
  const ask = (path: string, method: string) =>
    fetch(new URL(path, root), { method, signal: AbortSignal.timeout(READ_TIMEOUT_MS), redirect: 'error' });
  return {
    place: root,
    trust,
    pollMs: POLL_MS,
    async read(path) {
      try {
        const response = await ask(path, 'GET');
        if (!response.ok) throw new Error(`status ${response.status}`);
        if (Number(response.headers.get('content-length') ?? 0) > MAX_FILE_BYTES) throw new Error('larger than 64 MB');
        return Buffer.from(await response.arrayBuffer());
      } catch (error) {
        throw new ReleaseError(`${path} cannot be read from ${root}`, { cause: error });
      }
    },
    async revision(path) {
      const response = await ask(path, 'HEAD').catch(() => undefined);
      if (!response?.ok) return undefined;
      return response.headers.get('etag') ?? response.headers.get('last-modified') ?? undefined;
    },
  };
}
