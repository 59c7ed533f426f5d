import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * npm packs no file whose name starts with a dot and means something to it: templates have `_gitignore` in its place.
 * Biome takes a second `biome.json` for a mistake: they have `_biome.json`.
 */
const targetName = (name: string): string =>
  name.replace(/(^|\/)_(gitignore|npmrc)$/, '$1.$2').replace(/(^|\/)_(biome\.json)$/, '$1$2');

/**
 * Copies a template.
 * @param fill makes the text of a file from the template's
 * @returns the files, relative to the folder
 */
export async function writeTemplate(
  template: string,
  folder: string,
  fill: (text: string) => string,
): Promise<string[]> {
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(template.length + 1))
    .filter((name) => !/(^|\/)(node_modules|dist)\//.test(name))
    .sort();
  for (const name of names) {
    const target = join(folder, targetName(name));
    await mkdir(dirname(target), { recursive: true });
    if (name.endsWith('.png')) await copyFile(join(template, name), target);
    else await writeFile(target, fill(await readFile(join(template, name), 'utf8')));
  }
  return names.map(targetName);
}

/** Versions of packages, by their names. */
export const versionsOf = (tarballs: readonly { name: string; version: string }[]): Record<string, string> =>
  Object.fromEntries(tarballs.map(({ name, version }) => [name, version]));

/** Packages of the platform have versions where sources name the workspace. */
export const withVersions =
  (versions: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replace(/"(@wholepage\/[a-z-]+)": "workspace:\*"/g, (whole, name: string) =>
      versions[name] ? `"${name}": "${versions[name]}"` : whole,
    );

/** Puts words in the place of their names in braces: `{name}`. */
export const withWords = (text: string, words: Readonly<Record<string, string>>): string =>
  Object.entries(words).reduce((filled, [name, word]) => filled.replaceAll(`{${name}}`, word), text);
