import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import semver from 'semver';
import { parseDocument } from 'yaml';
import { type Packed, tarballsIn } from '../pack/pack-platform';
import { ROOT } from '../paths';
import { noWords } from '../run/command';
import { TARBALLS } from './repository';

/** The newest tarball of each package, and those that are older. */
export function splitByAge(tarballs: readonly Packed[]): { newest: Packed[]; older: Packed[] } {
  const sorted = [...tarballs].sort((one, other) => semver.rcompare(one.version, other.version));
  const newest = sorted.filter((each, index) => sorted.findIndex(({ name }) => name === each.name) === index);
  return { newest, older: sorted.filter((each) => !newest.includes(each)) };
}

/** Each `package.json` of a repository whose packages lie side by side below its root. */
const descriptionsIn = (root: string): string[] =>
  ['.', ...readdirSync(root)].map((folder) => join(root, folder, 'package.json')).filter((file) => existsSync(file));

/** Gives packages of the platform their version, wherever a description names them. */
const withVersion = (text: string, { name, version }: Packed): string =>
  text.replace(new RegExp(`("${name}": )"[^"]*"`, 'g'), `$1"${version}"`);

/**
 * Has a repository use the newest tarballs of its folder: in `pnpm-workspace.yaml` and in each `package.json`. Older ones are
 * removed.
 * @param root the repository
 * @returns what it uses now
 * @throws when it has no tarballs
 */
export async function useNewest(root: string): Promise<Packed[]> {
  const { newest, older } = splitByAge(existsSync(join(root, TARBALLS)) ? await tarballsIn(join(root, TARBALLS)) : []);
  if (newest.length === 0)
    throw new Error(
      `${join(root, TARBALLS)} holds no tarballs: \`npm run wholepage -- pack FOLDER\`, in the platform's repository, makes them.`,
    );
  const file = join(root, 'pnpm-workspace.yaml');
  const workspace = parseDocument(await readFile(file, 'utf8'));
  for (const { name, file: tarball } of newest)
    workspace.setIn(['overrides', name], `file:${TARBALLS}/${basename(tarball)}`);
  await writeFile(file, workspace.toString());
  for (const description of descriptionsIn(root)) {
    const text = await readFile(description, 'utf8');
    await writeFile(description, newest.reduce(withVersion, text));
  }
  for (const { file: tarball } of older) await rm(tarball);
  return newest;
}

/** `wholepage platform`: uses the newest tarballs of `packages/`. */
export async function updatePlatform(words: readonly string[]): Promise<void> {
  noWords(words);
  for (const { name, version } of await useNewest(ROOT)) console.log(`${name} ${version}`);
}
