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

/** Packages of a repository that say they are ES modules: Jest runs these compiled, like the site's own code. */
const esModulesIn = (store) =>
  (existsSync(store) ? readdirSync(store) : []).flatMap((folder) => {
    const name = folder.slice(0, folder.indexOf('@', 1)).replace('+', '/');
    const about = join(store, folder, 'node_modules', name, 'package.json');
    return existsSync(about) && /"type":\s*"module"/.test(readFileSync(about, 'utf8')) ? [`${name}/`] : [];
  });

/** Patterns of what Jest leaves out: `*.all.test.ts` runs in `npm test -- --all` alone, which sets `TEST_ALL=1`. */
export const LONG_TESTS = process.env.TEST_ALL === '1' ? [] : ['\\.all\\.test\\.tsx?$'];

/** How tests of apps run: TypeScript and React, content files checked, styles by the names of their classes. */
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
  // Each use of a global is a search in the sandbox of a test: simulations took five times as long without these. A package
  // that declares one of these names cannot be loaded in a test.
  sandboxInjectedGlobals: ['Math', 'Object', 'Array', 'Number', 'Map'],
});

/** The configuration of a repository: `.test.tsx` runs in a DOM, `.test.ts` in Node. */
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
