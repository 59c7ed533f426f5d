import { type Deployment, signatureSchema } from '@wholepage/contracts/release';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import { signedStep } from '../registry/follow';
import { gave, type HistoryEntry, keptAs, type Verification, verificationSchema } from '../registry/registry';
import { CLOCKS_DIFFER_MS } from '../registry/step-rights';
import { boundedMap, parseAs, type ReleaseStore, type WritableStore } from '../store/store';
import { hasRight } from '../trust/pins';
import { integrityOf, manifestPath } from './manifest';

/** Validity of a gate's result: the releases beside it change. */
const HOLDS_MS = 7 * 24 * 3_600_000;

const recordSchema = z.object({
  app: z.string(),
  version: z.string(),
  /** Integrity of the manifest: the record is for these bytes only. */
  integrity: z.string(),
  at: z.iso.datetime(),
  by: z.string().max(200),
  verification: verificationSchema,
  signature: signatureSchema.optional(),
});
type GateRecord = z.output<typeof recordSchema>;

type VerifiedRelease = Pick<GateRecord, 'app' | 'version' | 'integrity'>;

const pathOf = ({ app, version }: Pick<VerifiedRelease, 'app' | 'version'>): string => `gate/${app}/${version}.json`;

/**
 * Records that a release passed the gate, so that the console, which has no browser, can promote it.
 * @throws ReleaseError when there is no key to sign it with
 */
export async function noteVerification(
  { trust }: Pick<ReleaseStore, 'trust'>,
  privateStore: WritableStore,
  release: VerifiedRelease,
  { verification, by, now = Date.now() }: { verification: Verification; by: string; now?: number },
): Promise<void> {
  const { app, version, integrity } = release;
  const record: GateRecord = { app, version, integrity, at: new Date(now).toISOString(), by, verification };
  await trust.prepareSteps();
  const bytes = Buffer.from(JSON.stringify({ ...record, signature: trust.signRecord('gate', record) }));
  const known = await privateStore.find(pathOf(release));
  await privateStore.replace(pathOf(release), bytes, known?.revision);
}

/** Returns a gate result of the last week; undefined unless it is signed by somebody who may promote the app. */
export async function readVerification(
  { trust }: Pick<ReleaseStore, 'trust'>,
  privateStore: WritableStore,
  release: VerifiedRelease,
  now = Date.now(),
): Promise<Pick<GateRecord, 'at' | 'by' | 'verification'> | undefined> {
  const found = await privateStore.find(pathOf(release));
  if (!found) return undefined;
  const raw = parseAs(z.looseObject({}), found.bytes);
  const record = recordSchema.safeParse(raw).data;
  if (!raw || !record)
    throw new ReleaseError(`${pathOf(release)} in ${privateStore.place} is not a record of the gate: remove it.`);
  const { app, version, integrity, at, by, verification, signature } = record;
  const age = now - Date.parse(at);
  const isOfRelease = app === release.app && version === release.version && integrity === release.integrity;
  if (!isOfRelease || age > HOLDS_MS || age < -CLOCKS_DIFFER_MS) return undefined;
  const signer = signature && trust.signerOf('gate', raw, signature);
  return signer && hasRight(signer, 'promote', app) ? { at, by, verification } : undefined;
}

/** Returns the check of whether a deployment is a version as it is published; one that was pruned has no bytes to differ. */
export async function isPublishedAs(store: WritableStore, app: string, version: string) {
  const found = await store.find(manifestPath(app, version));
  const integrity = found && integrityOf(found.bytes);
  return ({ metadata: one }: Deployment) => one.version === version && (integrity ?? one.integrity) === one.integrity;
}

/** Returns the signed steps by which visitors got a version as it is published. @param steps of its app, as the history says */
export async function stepsThatGave(store: WritableStore, app: string, version: string, steps: HistoryEntry[]) {
  const given = steps.filter((step) => gave(step, version));
  const isIt = await isPublishedAs(store, app, version);
  const signed = await boundedMap(given, store.readsAtOnce, (step) => signedStep(store, app, keptAs(step)));
  return signed.flatMap((one) => (one?.entry.deployments.some(isIt) ? [one.entry] : []));
}
