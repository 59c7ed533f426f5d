import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packedDescription, type Versions } from './packed-description';
import type { SourcePackage } from './source-package';

/** What every package says of itself, for people. */
const WORDS = ['README.md', 'CHANGELOG.md'];

/** Writes what a packed package holds beside its code: its description, its words, and what `files` names. */
export async function stage(source: SourcePackage, versions: Versions, folder: string): Promise<void> {
  const { dir, description } = source;
  await mkdir(folder, { recursive: true });
  const text = JSON.stringify(packedDescription(source, versions), null, 2);
  await writeFile(join(folder, 'package.json'), `${text}\n`);
  const others = (description.files ?? []).filter((path) => !path.startsWith('!'));
  for (const path of [...WORDS, ...others]) await cp(join(dir, path), join(folder, path), { recursive: true });
}
