import { manifestOf } from '../release/needed-files';
import { mapPath } from '../release/source-maps';
import { publishedVersions } from '../steps/candidate';
import type { StoredFile, WritableStore } from '../store/store';

const MAPS = 'maps';
/** Maps come before the manifest that names them: what is younger may belong to a publication that is under way. */
const UNDERWAY_MS = 24 * 3_600_000;

/**
 * Source maps that no published release names.
 * @param now milliseconds since 1970
 * @throws ReleaseError when a manifest cannot be read: then nobody knows which maps it needs
 */
export async function unusedMaps(
  store: WritableStore,
  privateStore: WritableStore,
  now = Date.now(),
): Promise<StoredFile[]> {
  const unused: StoredFile[] = [];
  for (const app of await privateStore.names(MAPS)) {
    const used = new Set<string>();
    for (const version of await publishedVersions(store, app)) {
      const manifest = await manifestOf(store, app, version);
      for (const integrity of Object.values(manifest?.maps ?? {})) used.add(mapPath(app, integrity));
    }
    for await (const file of privateStore.list(`${MAPS}/${app}`))
      if (!used.has(file.path) && now - file.modifiedAt.getTime() > UNDERWAY_MS) unused.push(file);
  }
  return unused;
}
