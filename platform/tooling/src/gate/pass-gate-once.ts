import { candidate } from '@wholepage/releases/candidate';
import { readVerification } from '@wholepage/releases/gate-record';
import { readHistory } from '@wholepage/releases/registry/read-history';
import type { Verification } from '@wholepage/releases/registry/verification';
import { privateStorePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { SkippedChecks } from './skipped-checks';
import { passGate } from './verify-release';

interface PublishedRelease {
  place: string;
  app: string;
  version: string;
  skip: SkippedChecks | undefined;
  say(line: string): void;
}

/**
 * The gate before a published release goes to visitors: one that passed it once, or was live before, passes again at once.
 * @throws ReleaseError when there is no such release, GateError when a check failed
 */
export async function passGateOnce(release: PublishedRelease): Promise<Verification | undefined> {
  const { place, app, version, say } = release;
  const store = openWritableStore(place);
  const { metadata } = await candidate(store, app, version);
  const steps = await readHistory(store);
  const known = steps.filter((step) => step.app === app && step.version === version && step.action !== 'stop');
  const verification = known.find((step) => step.verification)?.verification;
  if (known.length === 0) {
    const noted = await readVerification(store, openWritableStore(privateStorePlace()), { app, ...metadata });
    if (!noted) return passGate(release);
    say(`${app}: ${version} was verified ${noted.at.slice(0, 16).replace('T', ' ')} UTC by ${noted.by}`);
    return noted.verification;
  }
  say(`${app}: ${version} went to visitors before; it is not verified again`);
  return verification;
}
