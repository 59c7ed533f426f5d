import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ReleaseError } from '../errors';

const schema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** Keys that are pinned for each app. */
export type PinnedKeys = ReadonlyMap<string, KeyObject[]>;

const keyOf = (app: string, text: string): KeyObject => {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${key.asymmetricKeyType} instead of ed25519`);
    return key;
  } catch (error) {
    throw new ReleaseError(`RELEASE_KEYS: "${text.slice(0, 20)}…" is no public Ed25519 key of ${app}.`, {
      cause: error,
    });
  }
};

/**
 * Reads `{ "mf-blog": ["MCowBQYDK2VwAyEA…"] }`: of each app the keys that may sign its releases.
 * @param setting that JSON, or the path of a file that holds it
 * @throws ReleaseError naming the setting and what is wrong with it
 */
export function pinnedKeys(setting: string): PinnedKeys {
  try {
    const text = setting.trim().startsWith('{') ? setting : readFileSync(setting, 'utf8');
    const byApp = schema.parse(JSON.parse(text));
    return new Map(Object.entries(byApp).map(([app, keys]) => [app, [keys].flat().map((key) => keyOf(app, key))]));
  } catch (error) {
    if (error instanceof ReleaseError) throw error;
    throw new ReleaseError('RELEASE_KEYS is neither JSON of the form { "app": ["key"] } nor a file that holds it.', {
      cause: error,
    });
  }
}
