import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from '@wholepage/releases/errors';
import { manifestPath, storedFiles } from '@wholepage/releases/manifest';
import { parseRegistry, REGISTRY_FILE } from '@wholepage/releases/registry/registry';
import { boundedMap, type ReleaseStore } from '@wholepage/releases/store/store';
import { writeWhole } from '@wholepage/releases/whole-files';
import { type Log, reason } from '../log';
import { type ReleaseSet, releasesOf } from './release-set';

/**
 * A remote store with local copies of the live files, so that pages survive its outage. Readers verify each file
 * against its manifest: a truncated or damaged copy is dropped then.
 */
export interface Mirror extends ReleaseStore {
  /** Copies the files that a set's pages may need, and removes those long unused. */
  keep(set: ReleaseSet): Promise<void>;
}

const AT_ONCE = 8;

const pathsOf = (set: ReleaseSet): string[] =>
  releasesOf(set).flatMap(({ manifest }) => [manifestPath(manifest.app, manifest.version), ...storedFiles(manifest)]);

async function copiesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []));
}

/** @param folder for the copies */
export function mirrored(store: ReleaseStore, folder: string): Mirror {
  let hasRegistry = false;
  /** Copies of the former live set. */
  let usedBefore: string[] = [];
  const fileOf = (path: string) => join(folder, path);

  const readRelease = async (path: string): Promise<Buffer> => {
    const copy = await readFile(fileOf(path)).catch(() => undefined);
    if (copy) return copy;
    const bytes = await store.read(path);
    // A full disk must not fail a page.
    await writeWhole(fileOf(path), bytes).catch(() => undefined);
    return bytes;
  };

  /** Reads the registry; at the start, a copy replaces one that cannot be read. Later the last good set stays. */
  const readRegistry = async (): Promise<Buffer> => {
    try {
      const bytes = await store.read(REGISTRY_FILE);
      if (!parseRegistry(bytes)) throw new ReleaseError(`${REGISTRY_FILE} in ${store.place} is not a registry.`);
      await writeWhole(fileOf(REGISTRY_FILE), bytes).catch(() => undefined);
      hasRegistry = true;
      return bytes;
    } catch (error) {
      const copy = hasRegistry ? undefined : await readFile(fileOf(REGISTRY_FILE)).catch(() => undefined);
      if (!copy) throw error;
      hasRegistry = true;
      return copy;
    }
  };

  return {
    ...store,
    async read(path) {
      if (path === REGISTRY_FILE) return readRegistry();
      return /^(history|previews)\//.test(path) ? store.read(path) : readRelease(path);
    },
    forget: (path) => rm(fileOf(path), { force: true }),
    async keep(set) {
      const paths = pathsOf(set);
      await boundedMap(paths, AT_ONCE, readRelease);
      const used = [...paths, REGISTRY_FILE].map(fileOf);
      await removeUnused(await copiesIn(folder), new Set([...used, ...usedBefore]));
      usedBefore = used;
    },
  };
}

/** Pause after a failure, doubled after each further one. */
const RETRY_MS = { first: 1_000, longest: 60_000 };
/** Longest time that a start waits for the store's files before it serves visitors. */
const LONGEST_WAIT_MS = 30_000;

/** How long unused copies stay, for old tabs and rollbacks. */
const KEPT_MS = 24 * 3_600_000;

/** Marks the copies in use, and removes those unused for a day. */
async function removeUnused(copies: Iterable<string>, used: ReadonlySet<string>): Promise<void> {
  const now = new Date();
  for (const copy of copies) {
    if (used.has(copy)) await utimes(copy, now, now).catch(() => undefined);
    else {
      const found = await stat(copy).catch(() => undefined);
      if (found && now.getTime() - found.mtimeMs > KEPT_MS) await rm(copy, { force: true });
    }
  }
}

/** Copies the live set's files to this machine, with retries until they are there or another set is live. */
export class LocalCopies {
  private current: ReleaseSet | undefined;
  private isFirstThere = false;
  private startedAt: number | undefined;

  /** @param copy fetches missing files; undefined where the store is local */
  constructor(
    private readonly copy: ((set: ReleaseSet) => Promise<void>) | undefined,
    private readonly log: Log,
  ) {}

  /** Whether pages would survive an outage of the store, as far as this composer can ensure it. */
  get isReady(): boolean {
    if (!this.copy || this.isFirstThere) return true;
    return this.startedAt !== undefined && performance.now() - this.startedAt > LONGEST_WAIT_MS;
  }

  async keep(set: ReleaseSet): Promise<void> {
    this.startedAt ??= performance.now();
    this.current = set;
    for (let pauseMs = RETRY_MS.first; set === this.current; pauseMs = Math.min(pauseMs * 2, RETRY_MS.longest)) {
      try {
        await this.copy?.(set);
        this.isFirstThere = true;
        return;
      } catch (error) {
        this.log('warn', 'files of the live releases could not all be kept here', { reason: reason(error) });
      }
      await new Promise<void>((resolve) => setTimeout(resolve, pauseMs).unref());
    }
  }

  stop(): void {
    this.current = undefined;
  }
}
