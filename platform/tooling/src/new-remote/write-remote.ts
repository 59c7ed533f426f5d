import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageDir } from '../paths';
import { UsageError } from '../run/command';
import type { RemotePlan } from './plan-remote';

const TEMPLATE = join(packageDir('remote-kit'), 'template');

/** What stands in the template for what each remote has of its own. */
const STANDINS = /remote-template|\/template\b|\bTemplate\b|\b3999\b/g;

const filled = (text: string, { name, path, port, title }: RemotePlan): string => {
  const own: Record<string, string> = {
    'remote-template': name,
    '/template': path,
    Template: title,
    3999: String(port),
  };
  return text.replace(STANDINS, (standin) => own[standin] ?? standin);
};

/**
 * Makes the remote's folder, whole or not at all.
 * @returns the files, relative to it
 * @throws UsageError when the folder is there already
 */
export async function writeRemote(plan: RemotePlan, folder = packageDir(plan.name)): Promise<string[]> {
  await mkdir(folder).catch(() => {
    throw new UsageError(`The folder ${plan.name} is there already; choose another name, or remove it.`);
  });
  try {
    const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const names = files.map((file) => file.slice(TEMPLATE.length + 1)).sort();
    for (const name of names) {
      const target = join(folder, name);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, filled(await readFile(join(TEMPLATE, name), 'utf8'), plan));
    }
    return names;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
