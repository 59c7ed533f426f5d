import { createPrivateKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReleaseError } from '../errors';
import { makePrivateFolder } from '../private-folder';

const fileOf = (folder: string, app: string): string => join(folder, `${app}.pem`);

/** Read at once: a hundred bytes of this machine's own cost 10 µs so, and 50 by way of the thread pool. */
function keyText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The app's private key in this folder; undefined when none was made. @throws ReleaseError when it is not a key */
export function localKey(folder: string, app: string): KeyObject | undefined {
  const text = keyText(fileOf(folder, app));
  if (text === undefined) return undefined;
  try {
    return createPrivateKey(text);
  } catch (error) {
    throw new ReleaseError(`${fileOf(folder, app)} is not a private key: restore it, or remove it and pin a new one.`, {
      cause: error,
    });
  }
}

/** Makes the app's key; of two at the same moment the first one's stays. */
export async function makeLocalKey(folder: string, app: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await makePrivateFolder(folder);
  const draft = `${fileOf(folder, app)}.${randomUUID()}`;
  await writeFile(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  try {
    await link(draft, fileOf(folder, app));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
