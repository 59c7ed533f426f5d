import { nameSchema } from '@wholepage/contracts/render';
import { makeRepository, packageManager, SCRIPTS, titleOf } from '../new-repository/repository';
import { UsageError } from '../run/command';

/** `wholepage new site <name> --out DIR`: makes a site with a layout, one remote and one fragment. */
export async function newSite([name = '']: readonly string[], { out }: { out?: string } = {}): Promise<void> {
  if (!nameSchema.safeParse(name).success)
    throw new UsageError(
      `"${name}" is not a name of a site: small letters and dashes, such as corner-shop, at most 40.`,
    );
  if (out === undefined) throw new UsageError('Where to? Name a new folder by --out.');
  const folder = await makeSite(name, out);
  console.log(`${name}: a site in ${folder}. Its README says how it is started: two commands.`);
}

const OWN_SCRIPTS = {
  prestart: `test -d node_modules || { echo 'Install the packages first: npx --yes ${packageManager()} install' >&2; exit 1; }`,
  start: 'exec wholepage start',
  dev: 'exec wholepage dev',
};

export const siteScripts = (): Readonly<Record<string, string>> => ({ ...OWN_SCRIPTS, ...SCRIPTS });

/**
 * Makes a site, whole or not at all.
 * @param out relative to the folder where the command was typed
 * @param tarballs folder of the platform's packages, if they are packed
 * @throws UsageError without the folder
 */
export const makeSite = (name: string, out: string, tarballs?: string): Promise<string> =>
  makeRepository(out, {
    name,
    tarballs,
    description: `${titleOf(name)}, a site of separately released parts`,
    packages: ['*'],
    platform: ['database', 'console'],
    templates: ['site'],
    scripts: OWN_SCRIPTS,
    fill: (text) => text.replaceAll('Site Template', titleOf(name)).replaceAll('site-template', name),
  });
