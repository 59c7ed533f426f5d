import { join } from 'node:path';
import { buildServer, COMPOSER_ENTRIES } from '../../../build/build-server';
import { bundleSite } from '../../../build/build-site';
import { isPacked, packageDir } from '../../../paths';

const FOLDER = 'verify';

/** The composer to try a release in: the installed one, or one of these sources, bundled apart from one that may be running. */
export async function composerFile(): Promise<string> {
  await bundleSite();
  if (isPacked) return join(packageDir('composer'), 'dist', 'server', 'server.mjs');
  await buildServer('composer', COMPOSER_ENTRIES, FOLDER);
  return join(packageDir('composer'), 'dist', FOLDER, 'server.mjs');
}
