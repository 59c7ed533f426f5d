import { join } from 'node:path';
import { allReleases } from '@wholepage/releases/registry/deployments';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { copyStore } from '../src/faults/bad-releases';

const ROOT = join(__dirname, '..', '..');
/** The whole gate, four times, beside the other tests. */
const TIMEOUT_MS = 16 * 60_000;

test(
  'each remote of this site may go live as it is',
  async () => {
    const store = await copyStore();
    const { apps } = allReleases(await readRegistry(folderStore(store.place)));
    const refused: string[] = [];
    for (const [app, { live }] of Object.entries(apps)) {
      const { code, said } = await store.run(ROOT, 'verify', app, live?.metadata.version ?? '');
      if (code !== 0) refused.push(said);
    }
    expect(refused).toEqual([]);
    await store.remove();
  },
  TIMEOUT_MS,
);
