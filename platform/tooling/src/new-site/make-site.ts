import { join } from 'node:path';
import { linkPackages, packageManager } from '../new-repository/link-packages';
import { makeFolder } from '../new-repository/make-folder';
import { writeRootFiles } from '../new-repository/root-files';
import { bringTarballs } from '../new-repository/tarballs';
import { versionsOf, withVersions, withWords, writeTemplate } from '../new-repository/write-template';
import { packageDir } from '../paths';
import { titleOf } from './title';

/** What a site is built, started, tested and released with. */
const PACKAGES = [
  ...['contracts', 'page-rules', 'telemetry', 'federation', 'releases'],
  ...['remote-kit', 'shell-kit', 'composer', 'tooling'],
];

const SCRIPTS = { start: 'exec wholepage start', dev: 'exec wholepage dev' };

const templateOf = (name: string): string => join(packageDir('tooling'), 'templates', name);

/**
 * Makes a site with a frame, one remote and one fragment, whole or not at all.
 * @param name small letters and dashes: `corner-shop`
 * @param out its folder, relative to where the command was typed
 * @returns the folder
 * @throws UsageError when the folder is not available
 */
export const makeSite = (name: string, out: string): Promise<string> =>
  makeFolder(out, async (folder) => {
    const tarballs = await bringTarballs(folder, PACKAGES);
    const words = { packageManager: await packageManager() };
    const versioned = withVersions(versionsOf(tarballs));
    const fill = (text: string) =>
      versioned(withWords(text, words)).replaceAll('Site Template', titleOf(name)).replaceAll('site-template', name);
    // Files that every repository has, then those of a site, some in their place.
    for (const template of ['repository', 'site']) await writeTemplate(templateOf(template), folder, fill);
    await writeRootFiles(folder, {
      name,
      description: `${titleOf(name)}, a site of separately released parts`,
      packages: ['*'],
      tarballs,
      scripts: SCRIPTS,
    });
    // Whoever clones it installs what is noted.
    await linkPackages(folder, '--lockfile-only');
  });
