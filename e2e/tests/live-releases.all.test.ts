import { join } from 'node:path';
import { allReleases, readRegistry } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { copyStore } from '../src/faults/bad-releases';

const ROOT = join(__dirname, '..', '..');
/** The remote with the most kinds of things to check: forms and a payment. The others pass the gate when they are released. */
const APP = 'mf-courses';
/** Time for the whole gate, beside other tests. */
const TIMEOUT_MS = 10 * 60_000;

test(
  'a remote of this site may go live as it is',
  async () => {
    const store = await copyStore();
    const { apps } = allReleases(await readRegistry(folderStore(store.place)));
    const { code, said } = await store.run(ROOT, 'verify', APP, apps[APP]?.live?.metadata.version ?? '');
    expect([code, said]).toEqual([0, expect.any(String)]);
    await store.remove();
  },
  TIMEOUT_MS,
);
