import { type Registry, registrySchema } from '@wholepage/contracts/discovery';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import type { ReleaseStore, WritableStore } from '../store/store';
import { type HistoryEntry, historyEntrySchema, registryFromHistory, SITE } from './history';

export const REGISTRY_FILE = 'registry.json';
export const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

/** The schema knows no members but micro-frontends: what is ours of the whole site stands in the extras of this one. */
const wholeSchema = z.looseObject({
  microFrontends: z.looseObject({
    [SITE]: z.tuple([z.looseObject({ extras: z.looseObject({}) })]).optional(),
  }),
});

const parse = (bytes: Buffer): Registry | undefined => {
  try {
    const file = wholeSchema.parse(JSON.parse(bytes.toString('utf8')));
    const { [SITE]: whole, ...microFrontends } = file.microFrontends;
    // Files of before have the same beside the schema.
    return registrySchema.parse({ ...file, microFrontends, ...whole?.[0]?.extras });
  } catch {
    return undefined;
  }
};

/** A registry as its file holds it: valid for frontend-discovery. */
export function registryBytes({ schema, microFrontends, ...extras }: Registry): Buffer {
  const metadata = { integrity: '', version: String(extras.generation) };
  const whole = [{ url: '/', metadata, extras }];
  return Buffer.from(`${JSON.stringify({ schema, microFrontends: { ...microFrontends, [SITE]: whole } })}\n`);
}

/** @throws ReleaseError when it is missing or is not a registry */
export async function readRegistry(store: ReleaseStore): Promise<Registry> {
  const bytes = await store.read(REGISTRY_FILE).catch((cause: unknown) => {
    throw new ReleaseError(
      `${store.place} has no ${REGISTRY_FILE} that can be read. Release an app first (npm run release <app>), or name the store in RELEASES_URL.`,
      { cause },
    );
  });
  const registry = parse(bytes);
  if (registry) return registry;
  throw new ReleaseError(
    `${REGISTRY_FILE} in ${store.place} is not a registry. The next promotion restores it from the history.`,
  );
}

/** The registry as the last step left it; one that is lost or garbled is read from the history. */
export async function lastRegistry(
  store: WritableStore,
): Promise<{ registry: Registry; revision: string | undefined }> {
  const found = await store.find(REGISTRY_FILE);
  const registry = found && parse(found.bytes);
  return { registry: registry ?? (await registryFromHistory(store, SCHEMA)), revision: found?.revision };
}

/** The step that the registry itself still carries. */
export const pendingStep = ({ latest }: Registry): HistoryEntry | undefined =>
  historyEntrySchema.safeParse(latest).data;
