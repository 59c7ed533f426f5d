import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { ReleaseError } from '../errors';
import { localKey, makeLocalKey } from './local-keys';
import { pinnedKeys } from './pinned-keys';
import { isSignedBy, keyId, type Signature, signManifest } from './signature';

/** Whose releases are believed, and by which key ours are signed. */
export interface Trust {
  /** @throws ReleaseError unless a key of this app signed the manifest, which is given as it was read */
  check(app: string, version: string, manifest: object, signature: Signature | undefined): Promise<void>;
  /** @throws ReleaseError when there is no key to sign with */
  sign(app: string, manifest: object): Promise<Signature>;
  /** Short names of the keys that may sign this app's releases. */
  keysOf(app: string): string[];
}

export interface TrustSettings {
  /** Folder of keys that were made here. */
  keysDir: string;
  /** `RELEASE_KEYS`: pinned public keys. Without it the keys made here are believed. */
  pinned: string;
  /** `RELEASE_SIGNING_KEY`: a private key as PEM, or a file that holds it. Without it the app's key made here signs. */
  signingKey: string;
}

function readSigningKey(setting: string): KeyObject {
  try {
    return createPrivateKey(existsSync(setting) ? readFileSync(setting) : setting);
  } catch (error) {
    throw new ReleaseError('RELEASE_SIGNING_KEY is neither a private key in PEM form nor a file that holds one.', {
      cause: error,
    });
  }
}

export function createTrust({ keysDir, pinned, signingKey }: TrustSettings): Trust {
  const pins = pinned ? pinnedKeys(pinned) : undefined;

  const believed = (app: string): KeyObject[] => {
    if (pins) return pins.get(app) ?? [];
    const key = localKey(keysDir, app);
    return key ? [createPublicKey(key)] : [];
  };

  const ownKey = async (app: string): Promise<KeyObject> => {
    if (signingKey) return readSigningKey(signingKey);
    // Where keys are pinned, one that is made here would be believed by nobody.
    if (!pins && !localKey(keysDir, app)) await makeLocalKey(keysDir, app);
    const key = localKey(keysDir, app);
    if (key) return key;
    throw new ReleaseError(`There is no key to sign ${app} with: name it in RELEASE_SIGNING_KEY.`);
  };

  return {
    async check(app, version, manifest, signature) {
      if (signature && (await isSignedBy(manifest, signature, believed(app)))) return;
      throw new ReleaseError(
        `${app} ${version} is not signed by a key of ${app}: refused. ${pins ? 'RELEASE_KEYS names the keys that are believed.' : `Publish it from here, or pin its key in RELEASE_KEYS.`}`,
      );
    },
    async sign(app, manifest) {
      const key = await ownKey(app);
      return signManifest(manifest, key, createPublicKey(key));
    },
    keysOf: (app) => believed(app).map(keyId),
  };
}
