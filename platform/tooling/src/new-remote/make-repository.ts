import { join } from 'node:path';
import { linkPackages, packageManager } from '../new-repository/link-packages';
import { makeFolder } from '../new-repository/make-folder';
import { writeRootFiles } from '../new-repository/root-files';
import { bringTarballs } from '../new-repository/tarballs';
import { versionsOf, withVersions, withWords, writeTemplate } from '../new-repository/write-template';
import { packageDir } from '../paths';
import type { RemotePlan } from './plan-remote';
import { writeRemote } from './write-remote';
import { writeSiteSettings } from './write-site-settings';

/** What a remote is built, tested, verified and released with. */
const PACKAGES = [
  ...['contracts', 'page-rules', 'telemetry', 'federation', 'releases'],
  ...['remote-kit', 'shell-kit', 'composer', 'tooling'],
];

const template = (): string => join(packageDir('tooling'), 'templates', 'repository');

/**
 * Makes a remote in a repository of its own, whole or not at all.
 * @param out its folder, relative to where the command was typed
 * @returns the folder
 * @throws UsageError when the folder is not available
 */
export const makeRepository = (plan: RemotePlan, out: string): Promise<string> =>
  makeFolder(out, async (folder) => {
    const tarballs = await bringTarballs(folder, PACKAGES);
    await writeRootFiles(folder, {
      name: `${plan.name}-repository`,
      description: `The remote ${plan.name}, released on its own`,
      packages: [plan.name, 'site'],
      tarballs,
      scripts: { standalone: `exec wholepage standalone ${plan.name}` },
    });
    const versioned = withVersions(versionsOf(tarballs));
    const words = { name: plan.name, path: plan.path, packageManager: await packageManager() };
    const fill = (text: string) => versioned(withWords(text, words));
    await writeTemplate(template(), folder, fill);
    await writeSiteSettings(join(folder, 'site'));
    await writeRemote(plan, join(folder, plan.name), versioned);
    // Whoever clones it installs what is noted.
    await linkPackages(folder, '--lockfile-only');
  });
