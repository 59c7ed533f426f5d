import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import type { ReleaseManifest } from '@wholepage/contracts/release';

export type Signature = NonNullable<ReleaseManifest['signature']>;

/** Short name of a public key, for people and for finding it among several. */
export const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url')
    .slice(0, 12);

/** A public key as settings write it: the base64 of its SPKI form. */
export const keyText = (key: KeyObject): string => key.export({ type: 'spki', format: 'der' }).toString('base64');

/** What is signed: the manifest without its signature, in JSON without spaces. */
function signedBytes(manifest: object): Buffer {
  const { signature: _signature, ...rest } = manifest as { signature?: unknown };
  return Buffer.from(JSON.stringify(rest));
}

/** @param manifest as it was read, with all that its author wrote */
export const signManifest = (manifest: object, privateKey: KeyObject, publicKey: KeyObject): Signature => ({
  key: keyId(publicKey),
  value: sign(null, signedBytes(manifest), privateKey).toString('base64'),
});

/** Beside the main thread: a composer checks the releases of all remotes when it starts. */
const isValid = (bytes: Buffer, publicKey: KeyObject, value: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    verify(null, bytes, publicKey, Buffer.from(value, 'base64'), (error, valid) =>
      error ? reject(error) : resolve(valid),
    );
  });

/** Whether one of these keys signed a manifest. @param manifest as it was read, with all that its author wrote */
export async function isSignedBy(
  manifest: object,
  { key, value }: Signature,
  publicKeys: readonly KeyObject[],
): Promise<boolean> {
  const bytes = signedBytes(manifest);
  for (const publicKey of publicKeys)
    if (keyId(publicKey) === key && (await isValid(bytes, publicKey, value))) return true;
  return false;
}
