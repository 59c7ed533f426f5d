import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const own = (name) => join(import.meta.dirname, name);

const swc = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2023',
  },
  module: { type: 'commonjs' },
};

/** Returns a repository's ES module packages, which Jest runs compiled, like the site's own code. */
const esModulesIn = (store) =>
  (existsSync(store) ? readdirSync(store) : []).flatMap((folder) => {
    const name = folder.slice(0, folder.indexOf('@', 1)).replace('+', '/');
    const about = join(store, folder, 'node_modules', name, 'package.json');
    return existsSync(about) && /"type":\s*"module"/.test(readFileSync(about, 'utf8')) ? [`${name}/`] : [];
  });

/** Patterns of skipped files: `*.all.test.ts` runs only in `npm test -- --all`, which sets `TEST_ALL=1`. */
export const LONG_TESTS = process.env.TEST_ALL === '1' ? [] : ['\\.all\\.test\\.tsx?$'];

/** Returns the Jest project of apps: TypeScript and React, validated content files, CSS modules by class name. */
export const project = (rootDir) => ({
  rootDir,
  transform: {
    '\\.content\\.json$': own('content-transform.cjs'),
    '\\.m?[jt]sx?$': ['@swc/jest', swc],
    '\\.(svg|png|jpe?g|webp|avif|gif|mp4|pdf)$': own('file-transform.cjs'),
  },
  transformIgnorePatterns: [`/node_modules/(?!.*(${esModulesIn(join(rootDir, 'node_modules', '.pnpm')).join('|')}))`],
  moduleNameMapper: {
    '\\.css$': own('css-module.cjs'),
  },
  modulePathIgnorePatterns: ['<rootDir>/var/'],
  setupFilesAfterEnv: [own('setup.cjs')],
  // A global's lookup in a test's sandbox is slow: simulations took five times as long without these. A package that
  // declares one of these names cannot be loaded in a test.
  sandboxInjectedGlobals: ['Math', 'Object', 'Array', 'Number', 'Map'],
});

/** Returns a repository's Jest configuration: `.test.tsx` runs in a DOM, `.test.ts` in Node. */
export const jestConfig = (rootDir) => ({
  globalSetup: own('temporary-folder.mjs'),
  globalTeardown: own('global-teardown.mjs'),
  testTimeout: 60_000,
  projects: [
    {
      ...project(rootDir),
      displayName: 'dom',
      testEnvironment: own('dom-environment.cjs'),
      testMatch: ['<rootDir>/**/*.test.tsx'],
    },
    { ...project(rootDir), displayName: 'node', testEnvironment: 'node', testMatch: ['<rootDir>/**/*.test.ts'] },
  ],
});
