import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ASSET_HASH, appNameSchema, type Deployment, type ReleaseManifest } from '@wholepage/contracts/release';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { readVerification, stepsThatGave } from '@wholepage/releases/gate-record';
import { findManifest, readRelease } from '@wholepage/releases/manifest';
import { firstPage, originOfPreview, type Preview, previewsOf } from '@wholepage/releases/preview/preview';
import { followLast } from '@wholepage/releases/registry/follow';
import { type HistoryEntry, madeLive, SITE } from '@wholepage/releases/registry/registry';
import { activeLock } from '@wholepage/releases/registry/step-rights';
import { publishedVersions } from '@wholepage/releases/steps';
import type { WritableStore } from '@wholepage/releases/store/store';
import { RefusedError } from '@wholepage/sign-in/errors';
import { ROOT } from '../service';
import type { AppSummary, StepSummary } from '../shapes';
import type { ConsoleContext } from './app';
import { manifestOf, type Released, readNewCauses } from './causes';
import { readComposers, readHealth } from './observed';
import type { ConsoleSettings } from './settings';

export const canaryOf = ({ metadata, deployment, extras }: Deployment) => ({
  version: metadata.version,
  percent: deployment.traffic,
  startedAt: extras.startedAt,
  plan: extras.canary,
  experiment: extras.experiment,
});

/** Returns apps of which releases were published but none was ever promoted. @param known apps of the registry */
async function unreleased(store: WritableStore, known: readonly string[]): Promise<string[]> {
  const names = (await store.names('')).filter(
    (name) => appNameSchema.safeParse(name).success && !known.includes(name),
  );
  const versions = await Promise.all(names.map((app) => publishedVersions(store, app)));
  return names.filter((_, index) => versions[index]?.length);
}

/** Returns the step by which a live release last became live. */
async function stepToLive(
  steps: Pick<ConsoleContext['steps'], 'newest' | 'step'>,
  app: string,
  { metadata: { version }, extras }: Deployment,
): Promise<HistoryEntry | undefined> {
  const isIt = (step: HistoryEntry | undefined): boolean => step?.app === app && step.version === version;
  // After a rollback, `extras.step` is still the step of the release's first time, from which the next rollback continues.
  const own = extras.takenBack ? await steps.newest({ app, limit: STEPS_READ }) : [];
  const last = own.find((step) => isIt(step) && madeLive(step, version));
  const taken = last ?? (extras.step ? await steps.step(extras.step) : undefined);
  return isIt(taken) ? taken : undefined;
}

/** Returns each app's live release with the step that made it live, as composers follow the registry. */
export async function readOverview({ store, steps, pool }: Pick<ConsoleContext, 'store' | 'steps' | 'pool'>) {
  const { generation, apps, malformed, locks, refused } = await followLast(store);
  const now = Date.now();
  const names = [...new Set([...Object.keys(apps), ...Object.keys(malformed)])].sort();
  const versionOf = (app: string, place: 'live' | 'previous') => apps[app]?.[place]?.metadata.version;
  const released = names.map((app) => ({ app, live: versionOf(app, 'live'), previous: versionOf(app, 'previous') }));
  const health = await readHealth(pool, released);
  const summary = async (app: string) => {
    const { live, previous, canary } = apps[app] ?? {};
    const step = live && (await stepToLive(steps, app, live));
    return {
      app,
      live: live && { version: live.metadata.version, since: step?.at, by: step?.by, why: step?.why },
      previous: previous?.metadata.version,
      canary: canary && canaryOf(canary),
      lock: activeLock([locks[app]], now),
      /** Figures of the last hour; undefined without any. */
      health: health.get(app),
      /** Reason why composers do not follow the app's entry in the registry. */
      refused: malformed[app],
    };
  };
  return {
    generation,
    siteLock: activeLock([locks[SITE]], now),
    apps: await Promise.all(names.map(summary)),
    unreleased: await unreleased(store, names),
    composers: await readComposers(pool, generation),
    /** Sentences about locks that composers do not follow. */
    refused,
  };
}

const STEPS_SHOWN = 100;
const WAITING_SHOWN = 20;

export const stepSummary = ({
  deployments: _deployments,
  signature: _signature,
  under: _under,
  ...step
}: HistoryEntry): StepSummary => step;

/** Returns the address prefix of an app's standalone pages; undefined when this version has no standalone page. */
async function aloneOf({ store, siteOrigin }: ConsoleContext, app: string, version: string | undefined) {
  if (version === undefined) return undefined;
  const manifest = await manifestOf(store, app, version);
  return manifest?.entry.standalone && `${siteOrigin}/_standalone/${app}/`;
}

/** Returns an app's live release, its history and its waiting versions. @throws RefusedError for an unknown app */
export async function readApp(context: ConsoleContext, app: string) {
  const { apps } = await readOverview(context);
  const known = apps.find((one) => one.app === app);
  const versions = await publishedVersions(context.store, app);
  if (!known && versions.length === 0) throw new RefusedError(404, `There is no app "${app}" in the store.`);
  const history = await context.steps.newest({ app });
  const given = new Set(history.map(({ version }) => version));
  const waiting = versions.filter((version) => !given.has(version)).slice(0, WAITING_SHOWN);
  const verified = await Promise.all(
    waiting.map((version) => readGateRecord(context, app, version).catch(() => undefined)),
  );
  // An app that was never released has no other fields.
  const summary = known ?? ({ app } as AppSummary);
  return {
    ...summary,
    history: history.slice(0, STEPS_SHOWN).map(stepSummary),
    goals: context.goals ?? [],
    /** Address prefix of standalone pages; a version and a slash follow. */
    alone: await aloneOf(context, app, known?.live?.version ?? versions[0]),
    newCauses: await readNewCauses(context.pool, app),
    waiting: waiting.map((version, index) => ({ version, verified: verified[index] })),
  };
}

/** Number of an app's newest steps that are searched for a version's gate, for what made it live, or for its canary's end. */
export const STEPS_READ = 100;

/** Returns whether visitors got a version before, and the gate's result from that time. */
export async function gateOf({ store, steps }: Pick<ConsoleContext, 'store' | 'steps'>, app: string, version: string) {
  const given = await stepsThatGave(store, app, version, await steps.newest({ app, limit: STEPS_READ }));
  return { wasGiven: given.length > 0, verification: given.find((step) => step.verification)?.verification };
}

/** Returns a waiting version's gate result of the last week; undefined unless signed by a person who may promote the app. */
export async function readGateRecord(
  { store, privateStore }: Pick<ConsoleContext, 'store' | 'privateStore'>,
  app: string,
  version: string,
) {
  const { integrity } = await readRelease(store, app, version);
  return readVerification(store, privateStore, { app, version, integrity });
}

/** Returns a published release. @throws ReleaseError when it is missing, or not signed by a key of its app */
export async function readReleaseDetails(context: ConsoleContext, { app, version }: Released) {
  const { manifest } = await readRelease(context.store, app, version);
  const { verification } = await gateOf(context, app, version);
  return {
    app,
    version,
    contract: manifest.contract,
    builtAt: manifest.builtAt,
    routes: manifest.routes.map(({ path }) => path),
    shares: manifest.shares,
    files: Object.entries(manifest.files).map(([file, { bytes, brotli, integrity }]) => ({
      file: file.replace(ASSET_HASH, ''),
      bytes,
      brotli,
      integrity,
    })),
    key: manifest.signature?.key,
    commit: manifest.commit,
    verification,
  };
}

/** Returns each app's live release, as composers follow the registry. Unreadable releases are left out. */
export async function readLiveReleases(store: WritableStore): Promise<ReleaseManifest[]> {
  const { apps } = await followLast(store);
  const live = Object.entries(apps).map(
    async ([app, release]) => release.live && manifestOf(store, app, release.live.metadata.version),
  );
  const read = (await Promise.all(live)).filter((manifest) => manifest !== undefined);
  return read.sort((one, other) => (one.app < other.app ? -1 : 1));
}

type Origins = Pick<ConsoleSettings, 'siteOrigin' | 'previewOrigin'>;

const MOST_SHOWN = 100;

export async function previewSummary(store: WritableStore, { id, releases, until, by }: Preview, origins: Origins) {
  const origin = await originOfPreview(store, releases, origins);
  const manifests = await Promise.all(
    Object.entries(releases).map(([app, version]) => findManifest(store, app, version)),
  );
  const alone = manifests.flatMap((manifest) =>
    manifest?.entry.standalone
      ? [[manifest.app, `${origin}/_standalone/${manifest.app}/${manifest.version}/?preview=${id}`] as const]
      : [],
  );
  const address = `${origin}${firstPage(manifests[0])}?preview=${id}`;
  return { id, releases, until, by, address, alone: Object.fromEntries(alone) };
}

/** Returns the present previews, the one with the latest end first. */
export async function readPreviews(store: WritableStore, origins: Origins) {
  const previews = (await previewsOf(store)).sort((one, other) => (one.until < other.until ? 1 : -1));
  return Promise.all(previews.slice(0, MOST_SHOWN).map((preview) => previewSummary(store, preview, origins)));
}

/**
 * Reads the names of the site's goals from its bundled definition. The console runs without the bundle, too.
 * @returns undefined when the bundle is missing, or does not load
 */
export async function siteGoals({ SITE_DIR }: NodeJS.ProcessEnv = process.env): Promise<string[] | undefined> {
  const file = join(resolve(ROOT, SITE_DIR || 'site'), 'dist', 'site.mjs');
  if (!existsSync(file)) return undefined;
  const loaded = await import(pathToFileURL(file).href).catch(() => undefined);
  const definition = (loaded as { default?: SiteDefinition } | undefined)?.default;
  return definition && Object.keys(definition.goals ?? {});
}
