import { brotliCompressSync } from 'node:zlib';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { integrityOf } from '@wholepage/releases/manifest';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import type { Encoding } from '../http/response/send';
import { FileBodies } from './static-files';

const FILE = 'assets/page-list.0123456789ab.js';
const SCRIPT = Buffer.from('export const linen = 1;'.repeat(5_000));
const STORED: Record<string, Buffer> = { [FILE]: SCRIPT, [`${FILE}.br`]: brotliCompressSync(SCRIPT) };

const manifest = {
  app: 'mf-blog',
  version: '1.1.0',
  files: { [FILE]: { integrity: integrityOf(SCRIPT), bytes: SCRIPT.length } },
} as unknown as ReleaseManifest;

/** A store that answers later, and remembers what it was asked for. */
function countingStore() {
  const asked: string[] = [];
  const read = async (path: string) => {
    const file = path.replace('mf-blog/', '');
    asked.push(file);
    await new Promise(setImmediate);
    return STORED[file];
  };
  return { asked, store: { read } as unknown as ReleaseStore };
}

test.each<[Encoding, string]>([
  ['br', `${FILE}.br`],
  ['identity', FILE],
])('forty at once for one file (%s), and forty after them, are answered from one reading', async (encoding, file) => {
  const { asked, store } = countingStore();
  const bodies = new FileBodies(store);
  for (const _round of ['at once', 'later']) {
    const all = await Promise.all(Array.from({ length: 40 }, () => bodies.get(manifest, FILE, encoding)));
    for (const body of all) expect(body).toEqual(STORED[file]);
  }
  expect(asked).toEqual([file]);
});
