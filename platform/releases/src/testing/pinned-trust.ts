import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StepRight } from '../trust/pins';
import { keyText, localKey, makeLocalKey } from '../trust/pins';
import { createTrust, type Trust } from '../trust/trust';

/** Signers with their rights, as in `RELEASE_KEYS` without the keys. */
export type Signers = Record<string, { actions: (StepRight | '*')[]; apps: string[] }>;

export interface PinnedTrust {
  /** Trust of the first signer. */
  trust: Trust;
  /** Trust of any signer, pinned or not. */
  as(name: string): Trust;
  /** Path of the file with `RELEASE_KEYS`. */
  file: string;
  /** Content of the file. Call `write` after a change. */
  pins: {
    apps: Record<string, { keys: string[]; paths: string[]; cookies: string[] }>;
    steps: Record<string, unknown>;
    preview: string[];
  };
  write(): Promise<void>;
}

const pem = ({ privateKey }: { privateKey: KeyObject }): string =>
  String(privateKey.export({ type: 'pkcs8', format: 'pem' }));

/** Makes a site whose pins are in a file: apps with their paths, and signers with their rights. */
export async function pinnedTrust(
  paths: Record<string, string[]>,
  signers: Signers = { asha: { actions: ['*'], apps: ['*'] } },
): Promise<PinnedTrust> {
  const keysDir = await mkdtemp(join(tmpdir(), 'pinned-keys-'));
  const file = join(keysDir, 'release-keys.json');
  const pairs = new Map(Object.keys(signers).map((name) => [name, generateKeyPairSync('ed25519')]));
  const pins: PinnedTrust['pins'] = { apps: {}, steps: {}, preview: [] };
  for (const [app, own] of Object.entries(paths)) {
    await makeLocalKey(keysDir, app);
    const key = localKey(keysDir, app);
    if (key) pins.apps[app] = { keys: [keyText(createPublicKey(key))], paths: own, cookies: [] };
  }
  for (const [name, rights] of Object.entries(signers)) {
    const pair = pairs.get(name);
    if (pair) pins.steps[name] = { keys: [keyText(pair.publicKey)], ...rights };
  }
  const write = () => writeFile(file, JSON.stringify(pins));
  await write();
  const as = (name: string): Trust => {
    const pair = pairs.get(name) ?? generateKeyPairSync('ed25519');
    pairs.set(name, pair);
    return createTrust({ keysDir, pinned: file, signingKey: '', stepSigningKey: pem(pair) });
  };
  return { trust: as(Object.keys(signers)[0] ?? 'nobody'), as, file, pins, write };
}
