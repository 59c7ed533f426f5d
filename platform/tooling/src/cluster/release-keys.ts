import { createPublicKey } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The public halves of the keys made in a folder, as `RELEASE_KEYS` pins them. */
export async function publicKeys(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.pem'));
  const entries = files.map(async (name) => {
    const key = createPublicKey(await readFile(join(folder, name)));
    return [basename(name, '.pem'), [key.export({ type: 'spki', format: 'der' }).toString('base64')]] as const;
  });
  return JSON.stringify(Object.fromEntries(await Promise.all(entries)));
}
