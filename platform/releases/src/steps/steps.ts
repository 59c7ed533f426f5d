import { type AppName, type ContractRange, type Deployment, SHELL } from '@wholepage/contracts/release';
import { ReleaseError } from '../errors';
import { believed, commit, type StepOptions } from '../registry/commit';
import { choice, follow } from '../registry/follow';
import {
  type AppReleases,
  type HistoryEntry,
  keptAs,
  lastRegistry,
  readHistory,
  SITE,
  stepsBack,
} from '../registry/registry';
import { lockText } from '../registry/step-rights';
import { checkFiles, MANIFEST, manifestPath, readRelease } from '../release/manifest';
import { openWritableStore } from '../store/open-store';
import type { StoredFile, WritableStore } from '../store/store';
import { claimsIn, claimsOf, Owners } from '../trust/claims';
import { STEPS } from '../trust/pins';

/* Steps. Each takes the store's place, as in RELEASES_URL, and throws a ReleaseError with one sentence. */

/** Returns an app's live release. @param remedy end of the message's sentence @throws ReleaseError when there is none */
export function liveOf(app: string, { live }: AppReleases, remedy: string): Deployment {
  if (live) return live;
  throw new ReleaseError(`${app} has no live release${remedy}`, { refusal: 'not-found' });
}

/** Returns an app's releases with this one live; the former live one becomes the rollback's target. */
export function withLive(app: AppReleases, release: Deployment, step: string): AppReleases {
  const { live } = app;
  const { version } = release.metadata;
  const takenBack = (live?.extras.takenBack ?? []).filter((other) => other !== version);
  const extras = { ...release.extras, step, ...(takenBack.length > 0 && { takenBack }) };
  const isSame = live?.metadata.version === version;
  return { live: { ...release, extras }, previous: isSame ? app.previous : live };
}

interface PromoteOptions extends StepOptions {
  /** Expected live version: the step is refused when another one is live. */
  from?: string | undefined;
}

const gone = (app: string, from: string, now: string | undefined): ReleaseError =>
  new ReleaseError(
    `${app} ${from} is not live any more: ${now ?? 'nothing'} is, since somebody else was faster. \`npm run wholepage -- status\` says who; nothing was changed.`,
    { refusal: 'superseded' },
  );

/**
 * Promotes a published release to all visitors, and ends the app's canary. Bytes, signature, contract and routes are
 * checked first; nothing changes when one is invalid.
 */
export async function promote(
  place: string,
  app: AppName,
  version: string,
  { trust, from, ...details }: PromoteOptions = {},
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  const release = await candidate(store, app, version);
  return commit(store, app, async ({ releases, site, step }) => {
    const { live, previous } = releases;
    const now = live?.metadata.version;
    if (from !== undefined && from !== now) throw gone(app, from, now);
    refuseUnfit(app, release, site.apps);
    // A release promoted again after a retirement keeps its former rollback target.
    const last = live ?? (previous?.metadata.version === version ? await before(store, app, previous) : previous);
    return {
      step: { ...details, action: 'promote', version },
      next: withLive({ ...releases, live: last }, release, step),
    };
  });
}

const LONGEST_WALK = 100;

/** Returns the release that was live before another one. */
async function before(store: WritableStore, app: AppName, release: Deployment | undefined) {
  return release?.extras.step ? (await choice(store, app, release.extras.step))?.previous : undefined;
}

/** Returns the first release before this one that was not rolled back. */
async function firstKept(store: WritableStore, app: AppName, from: Deployment, takenBack: readonly string[]) {
  let release = await before(store, app, from);
  for (let steps = 0; release && takenBack.includes(release.metadata.version); steps += 1)
    release = steps < LONGEST_WALK ? await before(store, app, release) : undefined;
  return release;
}

/** Returns the id of the last step that made a version live; undefined when there is none in the history. */
async function lastLive(store: WritableStore, app: string, version: string): Promise<string | undefined> {
  for await (const step of stepsBack(store, app, LONGEST_WALK))
    if (step.version === version && STEPS[step.action].leaves === 'live') return keptAs(step);
  return undefined;
}

/** Most rolled-back versions remembered; older ones are pruned. */
const TAKEN_BACK_KEPT = 10;
/** Time in which a second rollback counts as a repeat of the first: two people may react to the same trouble. */
const AGAIN_MS = 5 * 60_000;
/** Steps of an app that are searched for the last one that made a release live. */
const RECENT_STEPS = 50;

/** Returns a rollback's target: the requested version, else the former live one. */
async function targetOf(
  store: WritableStore,
  app: AppName,
  releases: AppReleases,
  version: string | undefined,
): Promise<Deployment> {
  const { previous } = releases;
  const live = liveOf(app, releases, '. `npm run wholepage -- status` shows what there is.');
  if (version === live.metadata.version)
    throw new ReleaseError(`${app} ${version} is live already.`, { refusal: 'superseded' });
  if (version && version !== previous?.metadata.version) {
    const found = await candidate(store, app, version);
    // A later rollback continues from where this version was last live.
    const step = await lastLive(store, app, version);
    return { ...found, extras: { ...found.extras, ...(step && { step }) } };
  }
  if (previous)
    return { ...previous, ...(await candidate(store, app, previous.metadata.version)), extras: previous.extras };
  throw new ReleaseError(
    `${app} has no earlier release to go back to. \`npm run wholepage -- status\` shows what there is; \`npm run rollback ${app} <version>\` takes any of it.`,
    { refusal: 'not-found' },
  );
}

/** @throws ReleaseError when somebody has just rolled back: going further back must be explicit */
async function refuseAgain(store: WritableStore, app: AppName, now: number): Promise<void> {
  const steps = await readHistory(store, { app, limit: RECENT_STEPS });
  const last = steps.find(({ action }) => STEPS[action].leaves === 'live');
  if (last?.action !== 'rollback' || Math.abs(now - Date.parse(last.at)) > AGAIN_MS) return;
  const seconds = Math.max(0, Math.round((now - Date.parse(last.at)) / 1000));
  throw new ReleaseError(
    `${app} was rolled back ${seconds} s ago by ${last.by}, from ${last.previous} to ${last.version}. To go further back, name the version (npm run rollback ${app} <version>).`,
    { refusal: 'superseded' },
  );
}

interface RollbackOptions extends PromoteOptions {
  /** Target; default: the former live release. */
  version?: string | undefined;
}

/**
 * Rolls back to the former live release, or to the requested one. It is bound to the release that is live now. A second
 * rollback soon after has to name a version or the one that it leaves, so that nobody goes further back than meant.
 */
export async function rollback(
  place: string,
  app: AppName,
  { version, from: meant, trust, ...details }: RollbackOptions = {},
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  const { registry } = await lastRegistry(store);
  const seen = await believed(store, app, { registry, site: await follow(store, registry) });
  const from = seen.live?.metadata.version ?? '';
  if (meant !== undefined && meant !== from) throw gone(app, meant, from);
  if (version === undefined && meant === undefined) await refuseAgain(store, app, Date.now());
  const target = await targetOf(store, app, seen, version);
  const to = target.metadata.version;
  const takenBack = [from, ...(seen.live?.extras.takenBack ?? [])]
    .filter((one) => one !== to)
    .slice(0, TAKEN_BACK_KEPT);
  const previous = await firstKept(store, app, target, [...takenBack, to]);
  return commit(store, app, ({ releases: now, site }) => {
    if (now.live?.extras.step !== seen.live?.extras.step || now.live?.metadata.version !== from)
      throw gone(app, from, now.live?.metadata.version);
    refuseUnfit(app, target, site.apps);
    const live = { ...target, extras: { ...target.extras, takenBack } };
    return { step: { ...details, action: 'rollback', version: to }, next: { live, previous } };
  });
}

/** Retires an app with its canary, until a release of it is promoted again. Its files stay for open tabs. */
export async function retire(
  place: string,
  app: AppName,
  { trust, ...details }: StepOptions = {},
): Promise<HistoryEntry> {
  if (app === SHELL)
    throw new ReleaseError('The shell frames every page: it can be replaced, but not retired.', { refusal: 'unfit' });
  const store = openWritableStore(place, trust);
  return commit(store, app, ({ releases }) => {
    const live = liveOf(app, releases, ': there is nothing to retire.');
    return { step: { ...details, action: 'retire', version: live.metadata.version }, next: { previous: live } };
  });
}

/** Longest lock, so that a forgotten one ends by itself. */
const LONGEST_MS = 90 * 24 * 3_600_000;

/**
 * Locks an app, or the whole site, until a time. Promotions, canaries, rollbacks and retirements are refused, unless
 * they break the lock with the right to do so and a reason. Stopping a canary is always allowed.
 * @param app its name, or `site` for all of them
 */
export async function lock(
  place: string,
  app: string,
  until: Date,
  { trust, ...details }: StepOptions = {},
): Promise<HistoryEntry> {
  const left = until.getTime() - Date.now();
  if (!(left > 0 && left <= LONGEST_MS))
    throw new ReleaseError('A lock ends in the future, and within 90 days: give such a time.');
  if (!details.why?.trim()) throw new ReleaseError('A lock needs a reason: -- --why "text".');
  const store = openWritableStore(place, trust);
  return commit(store, app, ({ releases, site: { apps, locks } }) => {
    const held = locks[app];
    if (held && Date.parse(held.until) > until.getTime())
      throw new ReleaseError(`${lockText(held)}. Take that off first (npm run wholepage -- lock ${app} --off).`, {
        refusal: 'locked',
      });
    if (Object.keys(apps).length === 0)
      throw new ReleaseError(`${store.place} holds no release: is it the store of the site (RELEASES_URL)?`, {
        refusal: 'not-found',
      });
    const version = app === SITE ? '' : liveOf(app, releases, ': there is nothing to lock.').metadata.version;
    return { step: { ...details, action: 'lock', version, until: until.toISOString() }, next: releases };
  });
}

/** Ends a lock before its time. */
export async function unlock(
  place: string,
  app: string,
  { trust, ...details }: StepOptions = {},
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  return commit(store, app, ({ releases, site }) => {
    const held = site.locks[app];
    if (!held || Date.parse(held.until) <= Date.now())
      throw new ReleaseError(`${app === SITE ? 'The site' : app} is not locked.`, { refusal: 'not-found' });
    const version = releases.live?.metadata.version ?? '';
    return { step: { ...details, action: 'unlock', version }, next: releases };
  });
}

type Hosting = Pick<Deployment['extras'], 'contract' | 'hosts'>;

/** Returns the contracts that a shell hosts; a legacy one hosts the contract that it was built for. */
const hostedBy = ({ contract, hosts }: Hosting): ContractRange => hosts ?? { min: contract, max: contract };

export function isHosted(contract: number, shell: Hosting): boolean {
  const { min, max } = hostedBy(shell);
  return contract >= min && contract <= max;
}

const inWords = ({ min, max }: ContractRange): string => (min === max ? `${min}` : `${min} to ${max}`);

/**
 * Checks contracts: a remote's must be hosted by the live shell, and a shell must host all live remotes.
 * @throws ReleaseError that names the releases and contracts, and what to do
 */
function refuseUnhosted(app: AppName, { metadata, extras }: Deployment, apps: Record<string, AppReleases>): void {
  const { version } = metadata;
  const { contract } = extras;
  if (app !== SHELL) {
    const { live, canary } = apps[SHELL] ?? {};
    const shell = [live, canary].find((one) => one && !isHosted(contract, one.extras));
    if (!shell) return;
    throw new ReleaseError(
      `${app} ${version} speaks contract ${contract}; the ${shell === live ? 'live shell' : 'canary of the shell'} hosts ${inWords(hostedBy(shell.extras))}. Rebuild it against those contracts, or release a shell that hosts it first.`,
      { refusal: 'unfit' },
    );
  }
  for (const [name, { live, canary }] of Object.entries(apps)) {
    const alone = name !== SHELL && [live, canary].find((one) => one && !isHosted(one.extras.contract, extras));
    if (!alone) continue;
    throw new ReleaseError(
      `shell ${version} hosts contract ${inWords(hostedBy(extras))}, but ${name} ${alone.metadata.version} speaks ${alone.extras.contract}. Release ${name} first, or let the shell host it.`,
      { refusal: 'unfit' },
    );
  }
}

const KNOWN_SHOWN = 5;

/** Returns an app's published versions, newest first. */
export async function publishedVersions(store: WritableStore, app: AppName): Promise<string[]> {
  const found: StoredFile[] = [];
  for await (const file of store.list(app)) if (file.path.split('/')[2] === MANIFEST) found.push(file);
  found.sort((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime());
  return found.map(({ path }) => path.split('/')[1] ?? '');
}

async function missing(store: WritableStore, app: AppName, version: string): Promise<ReleaseError> {
  const versions = await publishedVersions(store, app);
  const choice = versions.length
    ? `There are ${versions.slice(0, KNOWN_SHOWN).join(', ')}${versions.length > KNOWN_SHOWN ? ' and older ones' : ''}.`
    : `No release of ${app} is: publish one (npm run wholepage -- publish ${app}).`;
  return new ReleaseError(`${app} ${version} is not in ${store.place}, or was pruned. ${choice}`, {
    refusal: 'not-found',
  });
}

/**
 * Returns a published release as a deployment, with all its files verified.
 * @throws ReleaseError with one sentence when it is missing or invalid
 */
export async function candidate(store: WritableStore, app: AppName, version: string): Promise<Deployment> {
  if (!(await store.revision(manifestPath(app, version)))) throw await missing(store, app, version);
  const { manifest, integrity } = await readRelease(store, app, version);
  await checkFiles(store, manifest);
  const { cookies } = claimsOf(manifest);
  return {
    url: `/_releases/${app}/${version}/${manifest.entry.browser}`,
    metadata: { integrity, version },
    deployment: { traffic: 100, default: true },
    extras: {
      contract: manifest.contract,
      publishedAt: manifest.builtAt,
      routes: manifest.routes.map(({ path }) => path),
      ...(manifest.actions.length > 0 && { actions: manifest.actions }),
      ...(manifest.textFiles.length > 0 && { textFiles: manifest.textFiles.map(({ path }) => path) }),
      ...(cookies.length > 0 && { cookies: [...cookies] }),
      ...(manifest.hosts && { hosts: manifest.hosts }),
    },
  };
}

/** Returns the owners of the live claims. @param apps all followed apps */
function ownersOf(apps: Record<string, AppReleases>): Owners {
  const owners = new Owners();
  for (const [app, { live, canary }] of Object.entries(apps))
    for (const release of [live, canary]) if (release) owners.add(app, claimsIn(release.extras));
  return owners;
}

/** Checks a release against all other live ones. @param apps all followed apps @throws ReleaseError that names the conflict */
export function refuseUnfit(app: AppName, release: Deployment, apps: Record<string, AppReleases>): void {
  refuseUnhosted(app, release, apps);
  ownersOf(apps).refuseForeign({ app, version: release.metadata.version, claims: claimsIn(release.extras) });
}
