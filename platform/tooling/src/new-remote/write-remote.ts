import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeTemplate } from '../new-repository/write-template';
import { packageDir } from '../paths';
import { UsageError } from '../run/command';
import type { RemotePlan } from './plan-remote';

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
 * @param versioned makes the text of a file that names packages of the platform
 * @returns the files, relative to it
 * @throws UsageError when the folder is there already
 */
export async function writeRemote(
  plan: RemotePlan,
  folder = packageDir(plan.name),
  versioned = (text: string) => text,
): Promise<string[]> {
  await mkdir(folder).catch(() => {
    throw new UsageError(`The folder ${plan.name} is there already; choose another name, or remove it.`);
  });
  try {
    const template = join(packageDir('remote-kit'), 'template');
    return await writeTemplate(template, folder, (text) => versioned(filled(text, plan)));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
