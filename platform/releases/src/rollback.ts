import type { Deployment } from 'contracts/discovery';
import type { AppName } from 'contracts/version';
import { candidate, refuseUnfit } from './candidate';
import { ReleaseError } from './errors';
import type { Reason } from './promote';
import { type AppReleases, releasesOf } from './registry/deployments';
import type { HistoryEntry } from './registry/history';
import { lastRegistry, takeStep } from './registry/registry';
import { environmentTrust, releasedBy } from './settings';
import { openWritableStore } from './store/open-store';
import type { WritableStore } from './store/store';
import { before, firstKept } from './way-back';

/** So many versions that were taken back are remembered; older ones are pruned long since. */
const TAKEN_BACK_KEPT = 10;

/** Where a rollback leads: the version that is asked for, else the one that was live before. */
async function targetOf(
  store: WritableStore,
  app: AppName,
  { live, previous }: AppReleases,
  version: string | undefined,
): Promise<Deployment> {
  if (!live) throw new ReleaseError(`${app} has no live release. \`npm run releases\` shows what there is.`);
  if (version === live.metadata.version) throw new ReleaseError(`${app} ${version} is live already.`);
  if (version && version !== previous?.metadata.version) return candidate(store, app, version);
  if (previous)
    return { ...previous, ...(await candidate(store, app, previous.metadata.version)), extras: previous.extras };
  throw new ReleaseError(
    `${app} has no earlier release to go back to. \`npm run releases\` shows what there is; \`npm run rollback ${app} <version>\` takes any of it.`,
  );
}

/**
 * Gives visitors the release that was live before, or the one asked for. It is bound to the release that was live when
 * it was asked for: of two at the same moment the second is refused, and so never goes back further than anyone meant.
 * @param place the store, as RELEASES_URL names it
 * @throws ReleaseError in one sentence when there is none, or when it fits no more
 */
export async function rollback(
  place: string,
  app: AppName,
  { version, by = releasedBy(), why = '', trust = environmentTrust() }: Reason & { version?: string } = {},
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  const seen = releasesOf((await lastRegistry(store)).registry, app);
  const target = await targetOf(store, app, seen, version);
  const from = seen.live?.metadata.version ?? '';
  const to = target.metadata.version;
  const takenBack = [from, ...(seen.live?.extras.takenBack ?? [])]
    .filter((one) => one !== to)
    .slice(0, TAKEN_BACK_KEPT);
  const previous = await firstKept(store, await before(store, target), [...takenBack, to]);
  return takeStep(store, app, (now, registry) => {
    if (now.live?.extras.step !== seen.live?.extras.step || now.live?.metadata.version !== from) {
      throw new ReleaseError(
        `${app} ${from} is not live any more: ${now.live?.metadata.version} is, since somebody else was faster. \`npm run releases\` says who; nothing was changed.`,
      );
    }
    refuseUnfit(app, target, registry);
    const live = { ...target, extras: { ...target.extras, takenBack } };
    return { step: { action: 'rollback', app, version: to, by, why }, next: { live, previous } };
  });
}
