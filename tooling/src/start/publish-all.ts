import { APPS } from 'contracts/version';
import { promote, publish } from 'releases/publish';
import { liveVersion, readRegistry } from 'releases/registry';
import { folderStore } from 'releases/store';
import { buildApp } from '../build/build-app';

/** Publishes and promotes what was built new. A release that was rolled back before is not promoted again. */
export async function publishAll(folder: string, say: (line: string) => void): Promise<void> {
  for (const app of APPS) {
    const { manifest, dir } = await buildApp(app);
    const fresh = await publish(folder, app, manifest.version, dir);
    const registry = await readRegistry(folderStore(folder)).catch(() => undefined);
    if (!fresh && registry && liveVersion(registry, app)) continue;
    await promote(folder, app, manifest.version);
    say(`  ${app}: ${manifest.version} is live`);
  }
}
