import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { ReleaseError } from '../errors';
import { type Claimant, type Claims, claimsOf, refuseUnpinned } from './claims';
import { localKey, makeLocalKey } from './local-keys';
import {
  localPinsPlace,
  localStepKey,
  makeLocalStepKey,
  pinLocally,
  type StepRole,
  watchLocalPins,
} from './local-pins';
import type { AppPins, Pins, StepSigner } from './pins';
import { watchReleaseKeys } from './release-keys';
import { isSignedBy, keyId, type Signature, signManifest } from './signature';
import { isRecordSignedBy, type SignedKind, signRecord } from './step-signature';

/** Whose releases and steps are believed, and by which keys ours are signed. */
export interface Trust {
  /** @param written the manifest as it was read @throws ReleaseError unless a key of its app signed it, and what it claims is the app's */
  check(manifest: ReleaseManifest, written: object): Promise<void>;
  /**
   * A check over what is pinned at this moment, for many apps. It throws a ReleaseError when an app claims paths or cookies
   * that are not its own.
   */
  claimsCheck(): (claimant: Claimant) => void;
  /** Pins to an app what visitors get of it, where keys are made here. */
  pin(app: string, claims: Claims): Promise<void>;
  /** @throws ReleaseError when there is no key to sign with */
  sign(app: string, manifest: object): Promise<Signature>;
  /** Short names of the keys that may sign this app's releases. */
  keysOf(app: string): string[];
  pinsOf(app: string): AppPins | undefined;
  /** Differs whenever what is pinned does. */
  revision(): string;
  /** Why a changed `RELEASE_KEYS` is not used; undefined when it is. */
  trouble(): string | undefined;
  /** Whether only signed steps are followed. */
  requiresSignedSteps(): boolean;
  /** Makes this machine's key for steps where there is none and keys are made here. @returns whether people get it now */
  prepareSteps(): Promise<boolean>;
  /** Undefined where steps are not signed. @throws ReleaseError when they must be and there is no key */
  signStep(step: object): Signature | undefined;
  /** Who signed a step, given as it was read; undefined when nobody who may take any. */
  signerOf(step: object, signature: Signature): StepSigner | undefined;
  /** @param key short name of a key */
  mayTakeSteps(key: string): boolean;
  /** Undefined where steps are not signed. @throws ReleaseError when they must be and there is no key */
  signVerification(record: object): Signature | undefined;
  /** Who signed what the gate made of a release; undefined when nobody who may take any step. */
  verifierOf(record: object, signature: Signature): StepSigner | undefined;
  /** @throws ReleaseError when there is no key to sign a preview with */
  signPreview(record: object): Signature;
  isPreviewSigned(record: object, signature: Signature): boolean;
}

export interface TrustSettings {
  /** Folder of keys that were made here. */
  keysDir: string;
  /** `RELEASE_KEYS`: what is pinned. Without it what was made and pinned here is believed. */
  pinned: string;
  /** `RELEASE_SIGNING_KEY`: a private key as PEM, or a file that holds it. Without it the app's key made here signs. */
  signingKey: string;
  /** `STEP_SIGNING_KEY`: the same for steps of the registry. */
  stepSigningKey?: string;
  /** For whom steps are signed where keys are made here: people unless it says otherwise. */
  role?: StepRole;
}

function readPrivateKey(name: string, setting: string): KeyObject {
  try {
    return createPrivateKey(existsSync(setting) ? readFileSync(setting) : setting);
  } catch (error) {
    throw new ReleaseError(`${name} is neither a private key in PEM form nor a file that holds one.`, { cause: error });
  }
}

export function createTrust(settings: TrustSettings): Trust {
  const { keysDir, pinned, signingKey, stepSigningKey = '', role = 'operator' } = settings;
  const watched = pinned ? watchReleaseKeys(pinned) : undefined;
  const local = watchLocalPins(keysDir);
  const pins = (): Pins => (watched ?? local).current();
  const believed = (app: string): readonly KeyObject[] => pins().app(app)?.keys ?? [];
  const where = watched ? 'RELEASE_KEYS says what is whose.' : `${localPinsPlace(keysDir)} says what is whose.`;

  const claimsCheck: Trust['claimsCheck'] = () => {
    const now = pins();
    return (claimant) => {
      refuseUnpinned(claimant, now.app(claimant.app), where);
      now.owners().refuseForeign(claimant, () => where, 'not-pinned');
    };
  };

  const ownKey = async (app: string): Promise<KeyObject> => {
    if (signingKey) return readPrivateKey('RELEASE_SIGNING_KEY', signingKey);
    // Where keys are pinned, one that is made here would be believed by nobody.
    if (!watched && !localKey(keysDir, app)) {
      await makeLocalKey(keysDir, app);
      local.forget();
    }
    const key = localKey(keysDir, app);
    if (key) return key;
    throw new ReleaseError(`There is no key to sign ${app} with: name it in RELEASE_SIGNING_KEY.`);
  };

  const stepKey = (): KeyObject | undefined =>
    stepSigningKey ? readPrivateKey('STEP_SIGNING_KEY', stepSigningKey) : localStepKey(keysDir, role);

  const signWith = (kind: SignedKind, record: object): Signature | undefined => {
    const key = stepKey();
    return key && signRecord(kind, record, key, createPublicKey(key));
  };

  const missingKey = (what: string) =>
    new ReleaseError(`There is no key to sign ${what} with: name it in STEP_SIGNING_KEY.`, { refusal: 'not-allowed' });

  const signAsPerson = (kind: SignedKind, record: object, what: string): Signature | undefined => {
    const signature = signWith(kind, record);
    if (!signature && pins().steps) throw missingKey(what);
    return signature;
  };

  const personWho = (kind: SignedKind, record: object, signature: Signature): StepSigner | undefined =>
    pins().steps?.find(({ keys }) => keys.some((key) => isRecordSignedBy(kind, record, signature, key)));

  return {
    async check(manifest, written) {
      const { app, version, signature } = manifest;
      if (!signature || !(await isSignedBy(written, signature, believed(app)))) {
        throw new ReleaseError(
          `${app} ${version} is not signed by a key of ${app}: refused. ${watched ? 'RELEASE_KEYS names the keys that are believed.' : `Publish it from here, or pin its key in RELEASE_KEYS.`}`,
          { refusal: 'not-signed' },
        );
      }
      claimsCheck()({ app, version, claims: claimsOf(manifest) });
    },
    claimsCheck,
    async pin(app, claims) {
      if (watched) return;
      await pinLocally(keysDir, app, claims);
      local.forget();
    },
    async sign(app, manifest) {
      const key = await ownKey(app);
      return signManifest(manifest, key, createPublicKey(key));
    },
    keysOf: (app) => believed(app).map(keyId),
    pinsOf: (app) => pins().app(app),
    revision: () => watched?.revision() ?? '',
    trouble: () => watched?.trouble(),
    requiresSignedSteps: () => pins().steps !== undefined,
    async prepareSteps() {
      if (watched || stepSigningKey || localStepKey(keysDir, role)) return false;
      await makeLocalStepKey(keysDir, role);
      local.forget();
      return role === 'operator';
    },
    signStep: (step) => signAsPerson('step', step, 'steps of the registry'),
    signerOf: (step, signature) => personWho('step', step, signature),
    mayTakeSteps: (key) => pins().steps?.some(({ keys }) => keys.map(keyId).includes(key)) ?? false,
    signVerification: (record) => signAsPerson('gate', record, 'what the gate says'),
    verifierOf: (record, signature) => personWho('gate', record, signature),
    signPreview(record) {
      const signature = signWith('preview', record);
      if (!signature) throw missingKey('previews');
      return signature;
    },
    isPreviewSigned: (record, signature) =>
      pins().preview.some((key) => isRecordSignedBy('preview', record, signature, key)),
  };
}
