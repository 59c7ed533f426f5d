import type { Config } from 'jest';

/** How tests of apps run. @param rootDir the workspace's root */
export function project(rootDir: string): Config & { transformIgnorePatterns: string[] };

/** The configuration of a repository: `.test.tsx` runs in a DOM, `.test.ts` in Node. @param rootDir the repository's root */
export function jestConfig(rootDir: string): Config;
