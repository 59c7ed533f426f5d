import type { AppName } from '@wholepage/contracts/release';

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
