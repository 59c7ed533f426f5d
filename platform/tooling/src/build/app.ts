import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppName } from '@wholepage/contracts/release';
import { filesBelow } from '../paths';

/** An app's `webpack.config.ts`; this preset does the rest. */
export interface AppDefinition {
  name: AppName;
  /** Port of the standalone app. */
  port: number;
  kind: 'remote' | 'shell';
  /** Trusted Types policies of the app's own code, beside its bundler's. */
  policies: readonly string[];
  /** File names, without extension, of fonts for the first paint. */
  fonts: readonly string[];
  /** Media query of the windows that preload these fonts; default: all. */
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

/** Returns the Trusted Types policy of an app's chunk loader. Each app has its own, because a name can be used once. */
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

/** Returns a file's base name with only the characters allowed in a release. */
export const plainName = (name: string): string => name.replaceAll(/([^\w@.-]|\.{2,})+/g, '-');

const digests = new Map<string, string>(Object.entries(JSON.parse(process.env.CLASS_DIGESTS || '{}')));

/** Fixes class names for all processes, so that a style can be swapped without its users. */
export function keepClassNames(folders: readonly string[]): void {
  for (const folder of folders)
    for (const name of filesBelow(folder)) if (name.endsWith('.module.css')) styleDigest(join(folder, name));
  process.env.CLASS_DIGESTS = JSON.stringify(Object.fromEntries(digests));
}

/**
 * Returns the digest of a style file for its class names: two versions of a component on a page cannot affect each
 * other, and equal ones share their rules.
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
