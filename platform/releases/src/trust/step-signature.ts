import { type KeyObject, sign, verify } from 'node:crypto';
import { keyId, type Signature } from './signature';

/** Separates steps from everything else that a key may sign. */
const DOMAINS = { step: 'registry-step 1\n', preview: 'preview 1\n', gate: 'gate 1\n' } as const;
export type SignedKind = keyof typeof DOMAINS;

/** JSON with its keys in order, so that who signs and who checks have the same bytes. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

const bytesOf = (kind: SignedKind, record: object): Buffer => {
  const { signature: _signature, ...rest } = record as { signature?: unknown };
  return Buffer.from(DOMAINS[kind] + canonical(rest));
};

export const signRecord = (
  kind: SignedKind,
  record: object,
  privateKey: KeyObject,
  publicKey: KeyObject,
): Signature => ({
  key: keyId(publicKey),
  value: sign(null, bytesOf(kind, record), privateKey).toString('base64'),
});

/** Whether a key signed a record, which is given as it was read. */
export const isRecordSignedBy = (
  kind: SignedKind,
  record: object,
  { key, value }: Signature,
  publicKey: KeyObject,
): boolean => keyId(publicKey) === key && verify(null, bytesOf(kind, record), publicKey, Buffer.from(value, 'base64'));
