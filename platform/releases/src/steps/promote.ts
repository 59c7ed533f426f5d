import type { Deployment } from '@wholepage/contracts/discovery';
import type { AppName } from '@wholepage/contracts/version';
import type { AppReleases, HistoryEntry, Verification } from '../registry/registry';
import { takeStep } from '../registry/take-step';
import { environmentTrust, releasedBy } from '../settings';
import { openWritableStore } from '../store/open-store';
import type { Trust } from '../trust/trust';
import { candidate, refuseUnfit } from './candidate';

export interface Reason {
  /** For the history; the machine's user without it. */
  by?: string;
  /** For the history. */
  why?: string;
  /** Whose releases are believed; that of the environment without it. */
  trust?: Trust;
  /** Why the step is taken in spite of a lock; whoever signs it needs the right to. */
  breaks?: string | undefined;
}

/** What goes into the history with a release that visitors get. */
export interface PromoteOptions extends Reason {
  /** What the gate made of it. */
  verification?: Verification | undefined;
  /** Figures that it was decided by. */
  evidence?: Record<string, unknown> | undefined;
}

/** The app's releases with this one live. What was live is what a rollback leads to. */
export function withLive(app: AppReleases, release: Deployment, step: string): AppReleases {
  const { live } = app;
  const { version } = release.metadata;
  const takenBack = (live?.extras.takenBack ?? []).filter((other) => other !== version);
  const extras = { ...release.extras, step, ...(takenBack.length > 0 && { takenBack }) };
  const isSame = live?.metadata.version === version;
  return { live: { ...release, extras }, previous: isSame ? app.previous : live };
}

/**
 * Makes a published release the one that visitors get; a canary of the app ends with it. Its bytes, signature, contract
 * and routes are checked first: nothing changes when they do not hold.
 * @param place the store, as RELEASES_URL names it
 * @throws ReleaseError in one sentence saying what stands against it
 */
export async function promote(
  place: string,
  app: AppName,
  version: string,
  { by = releasedBy(), why = '', trust = environmentTrust(), verification, evidence, breaks }: PromoteOptions = {},
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  const release = await candidate(store, app, version);
  return takeStep(store, app, ({ releases, site, step }) => {
    refuseUnfit(app, release, site.apps);
    return {
      step: { action: 'promote', app, version, by, why, verification, evidence, breaks },
      next: withLive(releases, release, step),
    };
  });
}
