import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageDir, ROOT } from '@wholepage/tooling/paths';

const STAMP = '.installed';

const run = (folder: string, words: string[]): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });

/**
 * Installs a program that only measurements need, as its lockfile in `bench/programs` says, when it is first wanted. It
 * would make every fresh clone's install longer.
 * @returns the folder with its sources and its `node_modules`
 * @throws Error when npm cannot install it
 */
export async function npmProgram(name: string): Promise<string> {
  const source = join(packageDir('bench'), 'programs', name);
  const folder = join(ROOT, 'var', 'bench', name);
  const wanted = createHash('sha256')
    .update(await readFile(join(source, 'package-lock.json')))
    .digest('hex');
  await mkdir(folder, { recursive: true });
  await cp(source, folder, { recursive: true });
  if ((await readFile(join(folder, STAMP), 'utf8').catch(() => '')) === wanted) return folder;
  console.log(`  Installing ${name} …`);
  const code = await run(folder, ['install', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0)
    throw new Error(`${name} could not be installed. Check the network, then run the same command again.`);
  await writeFile(join(folder, STAMP), wanted);
  return folder;
}
