import {
  bringTarballs,
  linkPackages,
  makeFolder,
  packageManager,
  SCRIPTS,
  templateOf,
  versionsOf,
  withVersions,
  withWords,
  writeRootFiles,
  writeTemplate,
} from '../new-repository/repository';
import { UsageError } from '../run/command';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** `wholepage new site <name> --out DIR`: a site of its own with a layout, one remote and one fragment. */
export async function newSite(words: readonly string[], { out }: { out?: string } = {}): Promise<void> {
  const [name = '', ...more] = words;
  if (more.length > 0) throw new UsageError(`That is too much: leave out "${more.join(' ')}".`);
  if (!NAME.test(name) || name.length > 40)
    throw new UsageError(
      `"${name}" is not a name of a site: small letters and dashes, such as corner-shop, at most 40.`,
    );
  if (out === undefined) throw new UsageError('Where to? Name a new folder by --out.');
  const folder = await makeSite(name, out);
  console.log(`${name}: a site in ${folder}. Its README says how it is started: two commands.`);
}

/** What a site is built, started, tested and released with. */
const PACKAGES = [
  ...['contracts', 'page-rules', 'telemetry', 'federation', 'releases'],
  ...['remote-kit', 'shell-kit', 'composer', 'tooling'],
  ...['database', 'console'],
];

const OWN_SCRIPTS = { start: 'exec wholepage start', dev: 'exec wholepage dev' };

/** What is typed after `npm run` in a new site. */
export const siteScripts = (): Readonly<Record<string, string>> => ({ ...OWN_SCRIPTS, ...SCRIPTS });

/**
 * Makes a site with a layout, one remote and one fragment, whole or not at all.
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
      scripts: OWN_SCRIPTS,
    });
    // Whoever clones it installs what is noted.
    await linkPackages(folder, '--lockfile-only');
  });

/** `corner-shop` → `Corner shop` */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
