import { readVerification } from '@wholepage/releases/gate-record';
import { readRelease } from '@wholepage/releases/manifest';
import type { HistoryEntry } from '@wholepage/releases/registry/history';
import type { ReleaseDetails } from '../../shapes';
import type { ConsoleContext } from '../context';

/** Steps among which a version's gate is looked for. */
const STEPS_READ = 100;

/** Steps by which visitors got a version. */
const gaveToVisitors = ({ action }: HistoryEntry): boolean =>
  action !== 'stop' && action !== 'lock' && action !== 'unlock';

/** Whether a version went to visitors before, and what the gate made of it then. */
export async function gateOf({ steps }: Pick<ConsoleContext, 'steps'>, app: string, version: string) {
  const history = await steps.newest({ app, limit: STEPS_READ });
  const given = history.filter((step) => step.version === version && gaveToVisitors(step));
  return { wasGiven: given.length > 0, verification: given.find((step) => step.verification)?.verification };
}

/** What the gate made of a version that waits; undefined where nobody who may promote it vouches for that. */
export async function readGateRecord(
  { store, privateStore }: Pick<ConsoleContext, 'store' | 'privateStore'>,
  app: string,
  version: string,
) {
  const { integrity } = await readRelease(store, app, version);
  return readVerification(store, privateStore, { app, version, integrity });
}

/** A published release. @throws ReleaseError when it is not there, or not signed by a key of its app */
export async function readReleaseDetails(
  context: ConsoleContext,
  app: string,
  version: string,
): Promise<ReleaseDetails> {
  const { manifest } = await readRelease(context.store, app, version);
  const { verification } = await gateOf(context, app, version);
  return {
    app,
    version,
    contract: manifest.contract,
    builtAt: manifest.builtAt,
    routes: manifest.routes.map(({ path }) => path),
    shares: manifest.shares ?? [],
    files: Object.entries(manifest.files).map(([file, { bytes, brotli, integrity }]) => ({
      file,
      bytes,
      brotli,
      integrity,
    })),
    key: manifest.signature?.key,
    commit: manifest.commit,
    verification,
  };
}
