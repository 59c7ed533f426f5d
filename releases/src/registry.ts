import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
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

const readOrEmpty = async (folder: string): Promise<Registry> => {
  const text = await readFile(join(folder, REGISTRY_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return { schema: SCHEMA, microFrontends: {} };
  return registrySchema.parse(JSON.parse(text));
};

const historyFiles = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, HISTORY_DIR)).catch(() => [])).filter((name) => name.endsWith('.json')).sort();

const replace = async (path: string, text: string): Promise<void> => {
  const next = `${path}.${process.pid}.next`;
  await writeFile(next, text, { flush: true });
  await rename(next, path);
};

/**
 * Changes the registry: one writer at a time, replaced atomically, every step kept in the history.
 * @param change returns the next registry and what to remember of the step
 */
export async function updateRegistry(
  folder: string,
  change: (registry: Registry) => { registry: Registry; entry: Omit<HistoryEntry, 'at'> },
): Promise<HistoryEntry> {
  await mkdir(join(folder, HISTORY_DIR), { recursive: true });
  const release = await lock(folder, { retries: { retries: 30, minTimeout: 50, maxTimeout: 500 }, stale: 15_000 });
  try {
    const { registry, entry } = change(await readOrEmpty(folder));
    const step = { at: new Date().toISOString(), ...entry };
    const number = String((await historyFiles(folder)).length + 1).padStart(6, '0');
    await replace(join(folder, HISTORY_DIR, `${number}.json`), `${JSON.stringify({ ...step, registry }, null, 1)}\n`);
    await replace(join(folder, REGISTRY_FILE), `${JSON.stringify(registry, null, 1)}\n`);
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
