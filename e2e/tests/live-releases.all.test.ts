import { join } from 'node:path';
import { allReleases } from '@wholepage/releases/registry/deployments';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { copyStore } from '../src/faults/bad-releases';

const ROOT = join(__dirname, '..', '..');
/** Those with the most to look at: forms and a payment. The others pass the gate when they are released. */
const APPS = ['mf-courses', 'mf-marketing'];
/** The whole gate, twice, beside the other tests. */
const TIMEOUT_MS = 10 * 60_000;

test(
  'remotes of this site may go live as they are',
  async () => {
    const store = await copyStore();
    const { apps } = allReleases(await readRegistry(folderStore(store.place)));
    const refused: string[] = [];
    for (const app of APPS) {
      const { code, said } = await store.run(ROOT, 'verify', app, apps[app]?.live?.metadata.version ?? '');
      if (code !== 0) refused.push(said);
    }
    expect(refused).toEqual([]);
    await store.remove();
  },
  TIMEOUT_MS,
);
