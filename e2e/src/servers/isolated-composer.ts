import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportPins } from '@wholepage/releases/trust/pins';
import { type OwnComposer, startOwnComposer } from './own-composer';

/** Starts a test's own composer that runs the named apps in sandboxed frames only. */
export async function startIsolatedComposer(apps: readonly string[]): Promise<OwnComposer> {
  const { releaseKeys } = await exportPins(join(process.env.SITE_DATA ?? '', 'release-keys'));
  const pins = JSON.parse(releaseKeys);
  for (const app of apps) pins.apps[app].trust = 'isolated';
  const file = join(await mkdtemp(join(tmpdir(), 'isolated-')), 'release-keys.json');
  await writeFile(file, JSON.stringify(pins));
  return startOwnComposer({ RELEASE_KEYS: file });
}
