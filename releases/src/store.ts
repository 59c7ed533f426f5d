import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from './errors';

/** Where releases lie: `{app}/{version}/…` and `registry.json`. Reading is all that a composer needs. */
export interface ReleaseStore {
  /** For messages. */
  readonly place: string;
  /** @param path relative, without `..` @throws ReleaseError when it cannot be read */
  read(path: string): Promise<Buffer>;
  /** Changes whenever the file does; undefined when it is not there. */
  revision(path: string): Promise<string | undefined>;
}

const READ_TIMEOUT_MS = 5_000;
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** A folder on this machine. */
export function folderStore(folder: string): ReleaseStore {
  return {
    place: folder,
    async read(path) {
      try {
        const { size } = await stat(join(folder, path));
        if (size > MAX_FILE_BYTES) throw new Error('larger than 64 MB');
        return await readFile(join(folder, path));
      } catch (error) {
        throw new ReleaseError(`${path} cannot be read from ${folder}`, { cause: error });
      }
    },
    async revision(path) {
      try {
        const { mtimeMs, ino, size } = await stat(join(folder, path));
        return `${ino}-${mtimeMs}-${size}`;
      } catch {
        return undefined;
      }
    },
  };
}

/** Any static host or bucket. */
function urlStore(base: string): ReleaseStore {
  const root = base.endsWith('/') ? base : `${base}/`;
  const ask = (path: string, method: string) =>
    fetch(new URL(path, root), { method, signal: AbortSignal.timeout(READ_TIMEOUT_MS), redirect: 'error' });
  return {
    place: root,
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

/** The store that this setting names: an address, or a folder. */
export const openStore = (place: string): ReleaseStore =>
  /^https?:\/\//.test(place) ? urlStore(place) : folderStore(place);
