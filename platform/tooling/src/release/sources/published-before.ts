import type { AppName } from '@wholepage/contracts/version';
import { environmentTrust } from '@wholepage/releases/settings';
import { openStore } from '@wholepage/releases/store/open-store';
import { signerOf } from '@wholepage/releases/trust/signers';

/**
 * What is said of a version that the store has already. A release keeps the signature that it came with: whoever signs with
 * another key by now needs another version.
 */
export async function publishedBefore(place: string, app: AppName, version: string): Promise<string> {
  const trust = environmentTrust();
  const [theirs, own] = await Promise.all([signerOf(openStore(place, trust), app, version), trust.sign(app, {})]);
  const there = `${version} is in the store already`;
  if (theirs === own.key) return there;
  return `${there}, signed by the key ${theirs} and not by yours, ${own.key}: raise "version" in ${app}/package.json to sign it again`;
}
