import { candidate } from '@wholepage/releases/candidate';
import { ReleaseError } from '@wholepage/releases/errors';
import { noteVerification } from '@wholepage/releases/gate-record';
import { privateStorePlace, releasedBy, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { Result } from './run-check';
import type { SkippedChecks } from './skipped-checks';
import { verificationOf } from './verify-release';

interface PassedGate {
  app: string;
  version: string;
  results: readonly Result[];
  skip: SkippedChecks | undefined;
  say(line: string): void;
}

/** Notes that a published release passed the gate: the console can promote it then. Whoever has no key only looks. */
export async function noteGate({ app, version, results, skip, say }: PassedGate): Promise<void> {
  const store = openWritableStore(storePlace());
  const { metadata } = await candidate(store, app, version);
  const about = { verification: verificationOf(results, skip), by: releasedBy() };
  try {
    await noteVerification(store, openWritableStore(privateStorePlace()), { app, ...metadata }, about);
    say(`${app} ${version}: the console can promote it within a week`);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    say(`${app} ${version}: not noted for the console. ${error.message}`);
  }
}
