import { type AppName, appNameSchema, type ReleaseManifest, releaseManifestSchema } from '@wholepage/contracts/release';
import { ReleaseError } from '../errors';
import { DAY_MS, splitPreviews } from '../preview/preview';
import {
  type HistoryEntry,
  laneOf,
  readRegistry,
  readStep,
  releasesOf,
  stepFile,
  stepIds,
  TAB_MS,
} from '../registry/registry';
import { MANIFEST, manifestPath, storedFiles } from '../release/manifest';
import { mapPath } from '../release/publish';
import { publishedVersions } from '../steps/steps';
import { boundedMap, parseAs, type StoredFile, type WritableStore } from '../store/store';

/** Steps of each app that stay at any age. */
const STEPS_KEPT = 20;

/** Returns the ids of an app's steps that stay: the last ones, and those that open tabs may come from. @param ids oldest first */
async function keptSteps(
  store: WritableStore,
  ids: readonly string[],
  now: number,
): Promise<Map<string, HistoryEntry>> {
  const found = await boundedMap(ids, store.readsAtOnce, async (id) => [id, await readStep(store, id)] as const);
  const steps = found.flatMap(([id, step]) => (step ? [[id, step] as const] : []));
  return new Map(
    steps.filter(([, { at }], index) => index >= steps.length - STEPS_KEPT || now - Date.parse(at) < TAB_MS),
  );
}

/** Reads a manifest. @throws ReleaseError when it is invalid, so that its files are unknown */
async function manifestOf(store: WritableStore, app: AppName, version: string): Promise<ReleaseManifest | undefined> {
  const path = manifestPath(app, version);
  const found = await store.find(path);
  if (!found) return undefined;
  const manifest = parseAs(releaseManifestSchema, found.bytes);
  if (manifest) return manifest;
  throw new ReleaseError(
    `${path} cannot be read, so nobody knows which files it needs: nothing of ${app} is removed. Remove that folder, or restore it.`,
  );
}

/** Age up to which files without a manifest stay: they may belong to a publication in progress, whose manifest comes last. */
const UNDERWAY_MS = DAY_MS;

/** Unneeded releases and files of one app. */
interface AppPlan {
  app: AppName;
  /** Releases to remove. */
  versions: string[];
  files: StoredFile[];
}

const versionOfPath = (path: string): string => path.split('/')[1] ?? '';

async function planOf(store: WritableStore, app: AppName, now: number): Promise<AppPlan> {
  const ids = (await stepIds(store)).filter((id) => laneOf(id) === app);
  const kept = await keptSteps(store, ids, now);
  const { live, previous, canary } = releasesOf(await readRegistry(store), app);
  const needed = new Set([live, previous, canary].flatMap((one) => one?.metadata.version ?? []));
  for (const { releases } of (await splitPreviews(store, now)).lasting) if (releases[app]) needed.add(releases[app]);
  for (const { deployments, previous: before } of kept.values()) {
    for (const { metadata } of deployments) needed.add(metadata.version);
    // The version was live until that step.
    if (before) needed.add(before);
  }
  const all = await Array.fromAsync(store.list(app));
  // A recently published release may be promoted next, or tested by QA.
  for (const { path, modifiedAt } of all) {
    if (path.endsWith(`/${MANIFEST}`) && now - modifiedAt.getTime() < TAB_MS) needed.add(versionOfPath(path));
  }
  const used = new Set<string>();
  for (const version of needed) {
    const manifest = await manifestOf(store, app, version);
    if (manifest) for (const path of storedFiles(manifest)) used.add(path);
  }
  const isOld = ({ modifiedAt }: StoredFile) => now - modifiedAt.getTime() > UNDERWAY_MS;
  const isUnused = ({ path }: StoredFile) =>
    path.startsWith(`${app}/assets/`) ? !used.has(path) : !needed.has(versionOfPath(path));
  const files = all.filter((file) => isOld(file) && isUnused(file));
  const versions = files.filter(({ path }) => path.endsWith(`/${MANIFEST}`)).map(({ path }) => versionOfPath(path));
  const gone = ids
    .filter((id) => !kept.has(id))
    .map((id) => ({ path: stepFile(id), bytes: 0, modifiedAt: new Date(0) }));
  return { app, versions: [...new Set(versions)].sort(), files: [...files, ...gone] };
}

/**
 * Plans the removal of files that neither the registry, nor open tabs, nor the last steps of an app's history can need.
 * @param now milliseconds since 1970
 * @throws ReleaseError when that cannot be determined
 */
export async function planPrune(store: WritableStore, now = Date.now()) {
  const apps = (await store.names('')).filter((name) => appNameSchema.safeParse(name).success);
  const plans: AppPlan[] = [];
  for (const app of apps) plans.push(await planOf(store, app, now));
  const found = plans.filter(({ files }) => files.length > 0);
  const bytes = found.flatMap(({ files }) => files).reduce((sum, file) => sum + file.bytes, 0);
  return { apps: found, previews: (await splitPreviews(store, now)).ended, bytes };
}

type PrunePlan = Awaited<ReturnType<typeof planPrune>>;

/** Carries a plan out, except for files needed by now. Manifests go first, so that none is left without its files. */
export async function carryOut(store: WritableStore, { apps, previews }: PrunePlan, now = Date.now()): Promise<void> {
  const { ended } = await splitPreviews(store, now);
  for (const preview of previews) if (ended.includes(preview)) await store.remove(preview);
  for (const { app, files } of apps) {
    const unneeded = new Set((await planOf(store, app, now)).files.map(({ path }) => path));
    // Planning takes long in a large store: if a planned release was promoted meanwhile, the app is skipped this time.
    const named = Object.values(releasesOf(await readRegistry(store), app)).map((one) => one?.metadata.version);
    if (named.some((version) => version && unneeded.has(manifestPath(app, version)))) continue;
    const paths = files.map(({ path }) => path).filter((path) => unneeded.has(path));
    const manifests = paths.filter((path) => path.endsWith(`/${MANIFEST}`));
    for (const path of new Set([...manifests, ...paths])) await store.remove(path);
  }
}

const MAPS = 'maps';

/**
 * Returns source maps that no published release names.
 * @param now milliseconds since 1970
 * @throws ReleaseError when a manifest cannot be read, so that its maps are unknown
 */
export async function unusedMaps(
  store: WritableStore,
  privateStore: WritableStore,
  now = Date.now(),
): Promise<StoredFile[]> {
  const unused: StoredFile[] = [];
  for (const app of await privateStore.names(MAPS)) {
    const used = new Set<string>();
    for (const version of await publishedVersions(store, app)) {
      const manifest = await manifestOf(store, app, version);
      for (const integrity of Object.values(manifest?.maps ?? {})) used.add(mapPath(app, integrity));
    }
    for await (const file of privateStore.list(`${MAPS}/${app}`))
      if (!used.has(file.path) && now - file.modifiedAt.getTime() > UNDERWAY_MS) unused.push(file);
  }
  return unused;
}
