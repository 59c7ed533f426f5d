import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppName } from '@wholepage/contracts/release';
import { filesBelow } from '../paths';

/** All that an app's own `webpack.config.ts` says; this preset does the rest. */
export interface AppDefinition {
  name: AppName;
  /** Port on which the app runs alone. */
  port: number;
  kind: 'remote' | 'shell';
  /** Trusted Types policies that the app's own code makes, beside its bundler's. */
  policies: readonly string[];
  /** File names, without ending, of the fonts wanted before the first paint. */
  fonts: readonly string[];
  /** Media query of the windows that want those fonts so early; without one, all do. */
  fontsMedia?: string | undefined;
  /** Folder whose files the release holds as `site/`: the shell's, from the site's definition. */
  siteFiles?: string | undefined;
}

export const remote = (name: AppName, port: number, policies: readonly string[] = []): AppDefinition => ({
  name,
  port,
  kind: 'remote',
  policies,
  fonts: [],
});

/** The policy by which an app's bundler loads its own chunks. Each app has one of its own: a name can be taken once. */
export const bundlerPolicy = (app: string): string => `webpack-${app}`;

export const shell = (
  port: number,
  policies: readonly string[] = [],
  fonts: readonly string[] = [],
  fontsMedia?: string,
): AppDefinition => ({
  name: 'shell',
  port,
  kind: 'shell',
  policies,
  fonts,
  fontsMedia,
});

/** The name of a file as a release may hold it, without its ending. */
export const plainName = (name: string): string => name.replaceAll(/([^\w@.-]|\.{2,})+/g, '-');

const digests = new Map<string, string>(Object.entries(JSON.parse(process.env.CLASS_DIGESTS || '{}')));

/** Has classes keep their names in all processes from now on, so that a style is swapped without what uses it. */
export function keepClassNames(folders: readonly string[]): void {
  for (const folder of folders)
    for (const name of filesBelow(folder)) if (name.endsWith('.module.css')) styleDigest(join(folder, name));
  process.env.CLASS_DIGESTS = JSON.stringify(Object.fromEntries(digests));
}

/**
 * Classes are named after their own names and their file's content. Two versions of one component on a page cannot
 * touch each other, and equal ones share their rules.
 */
export function styleDigest(file: string): string {
  const hash = () => createHash('sha256').update(readFileSync(file)).digest('base64url');
  const digest =
    digests.get(file) ??
    hash()
      .replace(/[^a-z0-9]/gi, '')
      .slice(0, 5);
  digests.set(file, digest);
  return digest;
}
