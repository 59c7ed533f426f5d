import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer, COMPOSER_ENTRIES } from '../../build/build-server';
import { bundleSite } from '../../build/build-site';
import { packageDir } from '../../paths';

const FOLDER = 'verify';
/** Where the tooling is packed, the composer is packed along. */
const PACKED = join(packageDir('tooling'), 'composer', 'server.mjs');

/** The composer to try a release in: of these sources, bundled apart from the one that may be running. */
export async function composerFile(): Promise<string> {
  await bundleSite();
  if (existsSync(PACKED)) return PACKED;
  await buildServer('composer', COMPOSER_ENTRIES, FOLDER);
  return join(packageDir('composer'), 'dist', FOLDER, 'server.mjs');
}
