import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const DOC = join(__dirname, '..', '..', '..', 'docs', 'bring-your-own-bundler.md');
/** A file on the page: its name in bold, then its text. */
const FILE = /\*\*([\w./-]+)\*\*\n\n```\w+\n([\s\S]*?)```/g;

/** Returns the files that docs/bring-your-own-bundler.md tells its readers to write, by name. */
export async function documentedFiles(): Promise<Map<string, string>> {
  const text = await readFile(DOC, 'utf8');
  return new Map([...text.matchAll(FILE)].map(([, name = '', content = '']) => [name, content]));
}

export async function writeFiles(folder: string, files: Iterable<[string, string]>): Promise<void> {
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}
