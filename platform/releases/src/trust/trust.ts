import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { AppName, ReleaseManifest, Signature } from '@wholepage/contracts/release';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import type { AppReleases } from '../registry/registry';
import { manifestPath } from '../release/manifest';
import { parseAs, type ReleaseStore } from '../store/store';
import { type Claimant, type Claims, claimsOf, refuseUnpinned } from './claims';
import {
  keyId,
  localKey,
  localPinsPlace,
  localStepKey,
  makeLocalKey,
  makeLocalStepKey,
  type Pins,
  pinLocally,
  type StepRole,
  watchLocalPins,
  watchReleaseKeys,
} from './pins';

/** Kinds of signed records: a domain that separates their signatures, and words for messages. */
const KINDS = {
  step: { domain: 'registry-step 1\n', words: 'steps of the registry' },
  preview: { domain: 'preview 1\n', words: 'previews' },
  gate: { domain: 'gate 1\n', words: 'what the gate says' },
} as const;

type RecordKind = keyof typeof KINDS;
/** Kinds of signatures. A manifest is signed as written. */
type SignedKind = RecordKind | 'manifest';

/** Returns JSON with sorted keys, so that signer and verifier have the same bytes. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Returns the signed bytes: a record without its signature, as compact JSON. @param record as read, with all its fields */
function bytesOf(kind: SignedKind, record: object): Buffer {
  const { signature: _signature, ...rest } = record as { signature?: unknown };
  return Buffer.from(kind === 'manifest' ? JSON.stringify(rest) : KINDS[kind].domain + canonical(rest));
}

const signed = (kind: SignedKind, record: object, privateKey: KeyObject): Signature => ({
  key: keyId(createPublicKey(privateKey)),
  value: sign(null, bytesOf(kind, record), privateKey).toString('base64'),
});

const isSignedBy = (kind: SignedKind, record: object, { key, value }: Signature, publicKey: KeyObject): boolean =>
  keyId(publicKey) === key && verify(null, bytesOf(kind, record), publicKey, Buffer.from(value, 'base64'));

interface TrustSettings {
  /** Folder of keys made on this machine. */
  keysDir: string;
  /** `RELEASE_KEYS`; empty: trusts keys made and pinned on this machine. */
  pinned: string;
  /** `RELEASE_SIGNING_KEY`: a private key as PEM, also with `\n` for breaks, or a file with it. Empty: the app's own key. */
  signingKey: string;
  /** `STEP_SIGNING_KEY`: the same for steps. */
  stepSigningKey?: string;
  /** Role for which steps are signed with keys made here; default: people. */
  role?: StepRole;
}

function readPrivateKey(name: string, setting: string): KeyObject {
  try {
    return createPrivateKey(existsSync(setting) ? readFileSync(setting) : setting.replaceAll('\\n', '\n'));
  } catch (error) {
    throw new ReleaseError(`${name} is neither a private key in PEM form nor a file that holds one.`, { cause: error });
  }
}

/** Trusted keys, and the keys that sign our releases and steps. */
export type Trust = ReturnType<typeof createTrust>;

/** @throws ReleaseError with a sentence when a setting is invalid */
export function createTrust({ keysDir, pinned, signingKey, stepSigningKey = '', role = 'operator' }: TrustSettings) {
  // The key is read for each step, and checked here: otherwise a composer might fail to stop a canary.
  if (stepSigningKey) readPrivateKey('STEP_SIGNING_KEY', stepSigningKey);
  const watched = pinned ? watchReleaseKeys(pinned) : undefined;
  const local = watchLocalPins(keysDir);
  const pins = (): Pins => (watched ?? local).current();
  const where = watched ? 'RELEASE_KEYS says what is whose.' : `${localPinsPlace(keysDir)} says what is whose.`;

  /** Returns a check of claims against the present pins, for many apps. It throws a ReleaseError for a foreign claim. */
  const claimsCheck = () => {
    const now = pins();
    return (claimant: Claimant): void => {
      refuseUnpinned(claimant, now.app(claimant.app), where);
      now.owners().refuseForeign(claimant, where);
    };
  };

  const ownKey = async (app: string): Promise<KeyObject> => {
    if (signingKey) return readPrivateKey('RELEASE_SIGNING_KEY', signingKey);
    // Where keys are pinned, a key made here would not be trusted.
    if (!watched && !localKey(keysDir, app)) {
      await makeLocalKey(keysDir, app);
      local.forget();
    }
    const key = localKey(keysDir, app);
    if (key) return key;
    throw new ReleaseError(`There is no key to sign ${app} with: name it in RELEASE_SIGNING_KEY.`);
  };

  return {
    /** @param written the manifest as read @throws ReleaseError unless a key of its app signed it and its claims are the app's */
    check(manifest: ReleaseManifest, written: object): void {
      const { app, version, signature } = manifest;
      const believed = pins().app(app)?.keys ?? [];
      if (!signature || !believed.some((key) => isSignedBy('manifest', written, signature, key))) {
        throw new ReleaseError(
          `${app} ${version} is not signed by a key of ${app}: refused. ${watched ? 'RELEASE_KEYS names the keys that are believed.' : 'Publish it from here, or set RELEASE_KEYS to what `npm run wholepage -- status --pins` prints in the site.'}`,
          { refusal: 'not-signed' },
        );
      }
      claimsCheck()({ app, version, claims: claimsOf(manifest) });
    },
    claimsCheck,
    /** Pins an app's live claims, where keys are made here. */
    async pin(app: string, claims: Claims): Promise<void> {
      if (watched) return;
      await pinLocally(keysDir, app, claims);
      local.forget();
    },
    /** @throws ReleaseError when there is no key to sign with */
    sign: async (app: string, manifest: object) => signed('manifest', manifest, await ownKey(app)),
    pinsOf: (app: string) => pins().app(app),
    hasIsolated: () => pins().hasIsolated,
    revision: () => watched?.revision() ?? '',
    trouble: () => watched?.trouble(),
    /** Makes this machine's key for steps, where keys are made here and there is none. */
    async prepareSteps(): Promise<void> {
      if (watched || stepSigningKey || localStepKey(keysDir, role)) return;
      await makeLocalStepKey(keysDir, role);
      local.forget();
    },
    /** @throws ReleaseError when there is no key to sign it with */
    signRecord(kind: RecordKind, record: object): Signature {
      const key = stepSigningKey ? readPrivateKey('STEP_SIGNING_KEY', stepSigningKey) : localStepKey(keysDir, role);
      if (key) return signed(kind, record, key);
      throw new ReleaseError(`There is no key to sign ${KINDS[kind].words} with: name it in STEP_SIGNING_KEY.`, {
        refusal: 'not-allowed',
      });
    },
    /** Returns the signer of a record, given as read; undefined when it is nobody who may take steps. */
    signerOf: (kind: RecordKind, record: object, signature: Signature) =>
      pins().steps.find(({ keys }) => keys.some((key) => isSignedBy(kind, record, signature, key))),
    /** @param key short id */
    mayTakeSteps: (key: string) => pins().steps.some(({ keys }) => keys.map(keyId).includes(key)),
    isPreviewSigned: (record: object, signature: Signature) =>
      pins().preview.some((key) => isSignedBy('preview', record, signature, key)),
  };
}

const signedSchema = z.object({ signature: z.object({ key: z.string() }) });

/** Returns the short id of the key that a published release names as its signer; undefined for none. */
export async function signerOf(store: ReleaseStore, app: AppName, version: string): Promise<string | undefined> {
  return parseAs(signedSchema, await store.read(manifestPath(app, version)))?.signature.key;
}

export interface KeyUse {
  key: string;
  /** Whether it may sign the app's releases. */
  isBelieved: boolean;
  /** Its releases in the registry, such as `live 1.0.0-3fa9c2d1`; empty for a key that can be removed. */
  signs: string[];
}

/** Returns an app's trusted keys, and those that signed its live, previous and canary releases. */
export async function keysInUse(store: ReleaseStore, app: AppName, releases: AppReleases): Promise<KeyUse[]> {
  const believed = store.trust.pinsOf(app)?.keys.map(keyId) ?? [];
  const signs = new Map<string, string[]>(believed.map((key) => [key, []]));
  const { live, previous: before, canary } = releases;
  for (const [place, deployment] of Object.entries({ live, before, canary })) {
    if (!deployment) continue;
    const { version } = deployment.metadata;
    const key = (await signerOf(store, app, version)) ?? 'nobody';
    signs.set(key, [...(signs.get(key) ?? []), `${place} ${version}`]);
  }
  return [...signs].map(([key, list]) => ({ key, isBelieved: believed.includes(key), signs: list }));
}
