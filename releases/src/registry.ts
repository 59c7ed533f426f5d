import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Registry, registrySchema } from 'contracts/discovery';
import type { AppName } from 'contracts/version';
import { lock } from 'proper-lockfile';
import { z } from 'zod';
import { ReleaseError } from './errors';
import type { ReleaseStore } from './store';

export const REGISTRY_FILE = 'registry.json';
const HISTORY_DIR = 'history';
const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

const historyEntrySchema = z.object({
  at: z.string(),
  action: z.enum(['promote', 'rollback']),
  app: z.string(),
  version: z.string(),
  previous: z.string().optional(),
});
export type HistoryEntry = z.output<typeof historyEntrySchema>;

/** The version that visitors get. */
export const liveVersion = (registry: Registry, app: AppName): string | undefined =>
  registry.microFrontends[app]?.find(({ deployment }) => deployment.default)?.metadata.version;

/** @throws ReleaseError when it is missing or is not a registry */
export async function readRegistry(store: ReleaseStore): Promise<Registry> {
  const bytes = await store.read(REGISTRY_FILE).catch((cause: unknown) => {
    throw new ReleaseError(
      `${store.place} has no ${REGISTRY_FILE} that can be read. Release an app first (npm run release <app>), or name the store in RELEASES_URL.`,
      { cause },
    );
  });
  try {
    return registrySchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw new ReleaseError(`${REGISTRY_FILE} in ${store.place} is not a registry. Restore it from ${HISTORY_DIR}/.`, {
      cause: error,
    });
  }
}

const historyFiles = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, HISTORY_DIR)).catch(() => [])).filter((name) => name.endsWith('.json')).sort();

const parseOrNothing = (text: string): Registry | undefined => {
  try {
    return registrySchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** What the last step left behind: every step keeps the whole registry. */
const fromHistory = async (folder: string): Promise<Registry | undefined> => {
  const last = (await historyFiles(folder)).at(-1);
  if (!last) return undefined;
  const text = await readFile(join(folder, HISTORY_DIR, last), 'utf8');
  return z.object({ registry: registrySchema }).parse(JSON.parse(text)).registry;
};

/**
 * The registry as the last step left it. One that is lost or garbled is read from the history: to start anew with an
 * empty one would take all other apps off the site.
 * @throws ReleaseError when it is there but cannot be read
 */
export async function lastRegistry(folder: string): Promise<Registry> {
  const text = await readFile(join(folder, REGISTRY_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new ReleaseError(`${REGISTRY_FILE} in ${folder} cannot be read (${error.code}); nothing was changed.`, {
      cause: error,
    });
  });
  return parseOrNothing(text) ?? (await fromHistory(folder)) ?? { schema: SCHEMA, microFrontends: {} };
}

const replace = async (path: string, text: string): Promise<void> => {
  const next = `${path}.${process.pid}.next`;
  try {
    await writeFile(next, text, { flush: true });
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true, recursive: true });
    throw error;
  }
};

/**
 * Changes the registry: one writer at a time, replaced atomically, every step kept in the history.
 * @param change returns the next registry and what to remember of the step
 */
export async function updateRegistry(
  folder: string,
  change: (registry: Registry) => Promise<{ registry: Registry; entry: Omit<HistoryEntry, 'at'> }>,
): Promise<HistoryEntry> {
  await mkdir(join(folder, HISTORY_DIR), { recursive: true });
  const release = await lock(folder, { retries: { retries: 30, minTimeout: 50, maxTimeout: 500 }, stale: 15_000 });
  try {
    const { registry, entry } = await change(await lastRegistry(folder));
    const step = { at: new Date().toISOString(), ...entry };
    const number = String((await historyFiles(folder)).length + 1).padStart(6, '0');
    const note = join(folder, HISTORY_DIR, `${number}.json`);
    await replace(note, `${JSON.stringify({ ...step, registry }, null, 1)}\n`);
    try {
      await replace(join(folder, REGISTRY_FILE), `${JSON.stringify(registry, null, 1)}\n`);
    } catch (error) {
      // A step that was not taken must not be one to go back to.
      await rm(note, { force: true });
      throw error;
    }
    return step;
  } finally {
    await release();
  }
}

/** All steps, oldest first. */
export async function readHistory(folder: string): Promise<HistoryEntry[]> {
  const names = await historyFiles(folder);
  return Promise.all(
    names.map(async (name) =>
      historyEntrySchema.parse(JSON.parse(await readFile(join(folder, HISTORY_DIR, name), 'utf8'))),
    ),
  );
}

export const integrityOf = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
