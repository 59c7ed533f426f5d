import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AppName, SHELL } from '@wholepage/contracts/version';
import { packageDir, SITE_ROOT } from './paths';

/** A `webpack.config.ts` of its own is what makes a folder beside the site's an app. */
const isApp = (name: string): boolean =>
  ['package.json', 'webpack.config.ts'].every((file) => existsSync(join(packageDir(name), file)));

/** The apps of the site, the shell first. */
export function workspaceApps(): AppName[] {
  const remotes = readdirSync(SITE_ROOT)
    .filter((name) => name !== SHELL && isApp(name))
    .sort();
  return isApp(SHELL) ? [SHELL, ...remotes] : remotes;
}

export const workspaceRemotes = (): AppName[] => workspaceApps().filter((name) => name !== SHELL);
