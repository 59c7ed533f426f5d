import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { writeWhole } from '@wholepage/releases/whole-files';
import { filesBelow, ROOT, SITE_ROOT } from '../paths';
import { typedPath, UsageError } from '../run/command';
import { siteDefinition } from '../site/definition';
import { containerFiles } from './container-files';
import { type Files, machineFiles } from './machine-files';
import { planDeployment } from './plan';

/** Files that only this command writes: those that it no longer writes belong to removed services. */
const GENERATED = /^((vm\/(systemd|nginx)|kubernetes)\/[^/]+|containers\/[^/]+\.env\.example)$/;

/** Returns the deployment files of this workspace's site, deterministically from `site.ts`. */
export async function deployFiles(): Promise<Files> {
  const plan = planDeployment(await siteDefinition());
  return { ...machineFiles(plan), ...containerFiles(plan) };
}

const readOf = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);

/** `wholepage deploy files`: writes the deployment files into `deploy/`. @param options.check only reports which files differ */
export async function writeDeployFiles(
  _words: readonly string[],
  { check = false, out }: { check?: boolean; out?: string } = {},
): Promise<void> {
  const folder = out ? typedPath(out) : join(SITE_ROOT, 'deploy');
  const files = await deployFiles();
  const changed: string[] = [];
  for (const [path, text] of Object.entries(files)) if ((await readOf(join(folder, path))) !== text) changed.push(path);
  const there = existsSync(folder) ? filesBelow(folder) : [];
  const gone = there.filter((path) => GENERATED.test(path) && !(path in files));
  if (check && changed.length + gone.length > 0)
    throw new UsageError(
      `${relative(ROOT, folder)} differs from what site.ts says: ${[...changed, ...gone].join(', ')}. \`npm run wholepage -- deploy files\` writes it.`,
    );
  if (check) return console.log(`${relative(ROOT, folder)} is what site.ts says.`);
  for (const path of changed) {
    await writeWhole(join(folder, path), files[path] ?? '');
    console.log(`written: ${path}`);
  }
  for (const path of gone) {
    await rm(join(folder, path));
    console.log(`removed: ${path}`);
  }
  console.log(`${relative(ROOT, folder)} is what site.ts says; ${changed.length + gone.length} files changed.`);
}
