import type { Deployment } from '@wholepage/contracts/discovery';
import type { AppName } from '@wholepage/contracts/version';
import { ReleaseError } from '../errors';
import type { HistoryEntry } from '../registry/registry';
import { type AppReleases, lastRegistry, readHistory, releasesOf } from '../registry/registry';
import { takeStep } from '../registry/take-step';
import { environmentTrust, releasedBy } from '../settings';
import { openWritableStore } from '../store/open-store';
import type { WritableStore } from '../store/store';
import { candidate, refuseUnfit } from './candidate';
import type { Reason } from './promote';
import { before, firstKept, lastLive } from './way-back';

/** So many versions that were taken back are remembered; older ones are pruned long since. */
const TAKEN_BACK_KEPT = 10;
/** Two who meet the same trouble roll back within minutes of each other, and mean the same step. */
const AGAIN_MS = 5 * 60_000;
/** Steps of all apps among which an app's last one is looked for. */
const RECENT_STEPS = 50;

/** Where a rollback leads: the version that is asked for, else the one that was live before. */
async function targetOf(
  store: WritableStore,
  app: AppName,
  { live, previous }: AppReleases,
  version: string | undefined,
): Promise<Deployment> {
  if (!live)
    throw new ReleaseError(`${app} has no live release. \`npm run releases\` shows what there is.`, {
      refusal: 'not-found',
    });
  if (version === live.metadata.version)
    throw new ReleaseError(`${app} ${version} is live already.`, { refusal: 'superseded' });
  if (version && version !== previous?.metadata.version) {
    const found = await candidate(store, app, version);
    // A later rollback goes on from where this version was live last.
    const step = await lastLive(store, app, version);
    return { ...found, extras: { ...found.extras, ...(step && { step }) } };
  }
  if (previous)
    return { ...previous, ...(await candidate(store, app, previous.metadata.version)), extras: previous.extras };
  throw new ReleaseError(
    `${app} has no earlier release to go back to. \`npm run releases\` shows what there is; \`npm run rollback ${app} <version>\` takes any of it.`,
    { refusal: 'not-found' },
  );
}

/** @throws ReleaseError when somebody else has just rolled back: whoever means to go further says so */
async function refuseAgain(store: WritableStore, app: AppName, now: number): Promise<void> {
  const last = (await readHistory(store, RECENT_STEPS)).find((step) => step.app === app);
  if (last?.action !== 'rollback' || now - Date.parse(last.at) > AGAIN_MS) return;
  const seconds = Math.max(0, Math.round((now - Date.parse(last.at)) / 1000));
  throw new ReleaseError(
    `${app} was rolled back ${seconds} s ago by ${last.by}, from ${last.previous} to ${last.version}. To go further back, name the version (npm run rollback ${app} <version>).`,
    { refusal: 'superseded' },
  );
}

interface RollbackOptions extends Reason {
  /** Where to; without it the release before. */
  version?: string | undefined;
  /** What is to be left, as whoever asks has seen it: then nobody can go further back than meant. */
  from?: string | undefined;
}

/**
 * Gives visitors the release that was live before, or the one asked for. It is bound to the release that was live when
 * it was asked for. A second one soon after has to name a version or what it leaves. So nobody goes further back than
 * meant.
 * @param place the store, as RELEASES_URL names it
 * @throws ReleaseError in one sentence when there is none, or when it fits no more
 */
export async function rollback(
  place: string,
  app: AppName,
  { version, from: meant, by = releasedBy(), why = '', trust = environmentTrust(), breaks }: RollbackOptions = {},
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  const seen = releasesOf((await lastRegistry(store)).registry, app);
  const from = seen.live?.metadata.version ?? '';
  const gone = (now: string | undefined) =>
    new ReleaseError(
      `${app} ${meant ?? from} is not live any more: ${now} is, since somebody else was faster. \`npm run releases\` says who; nothing was changed.`,
      { refusal: 'superseded' },
    );
  if (meant !== undefined && meant !== from) throw gone(from);
  if (version === undefined && meant === undefined) await refuseAgain(store, app, Date.now());
  const target = await targetOf(store, app, seen, version);
  const to = target.metadata.version;
  const takenBack = [from, ...(seen.live?.extras.takenBack ?? [])]
    .filter((one) => one !== to)
    .slice(0, TAKEN_BACK_KEPT);
  const previous = await firstKept(store, await before(store, target), [...takenBack, to]);
  return takeStep(store, app, ({ releases: now, site }) => {
    if (now.live?.extras.step !== seen.live?.extras.step || now.live?.metadata.version !== from)
      throw gone(now.live?.metadata.version);
    refuseUnfit(app, target, site.apps);
    const live = { ...target, extras: { ...target.extras, takenBack } };
    return { step: { action: 'rollback', app, version: to, by, why, breaks }, next: { live, previous } };
  });
}
