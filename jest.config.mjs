import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LONG_TESTS } from './platform/tooling/jest/long-tests.mjs';
import { FOLDER, IN_ONE_FILE } from './platform/tooling/jest/server-packages.mjs';

const swc = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2023',
  },
  module: { type: 'commonjs' },
};

const shared = {
  rootDir: import.meta.dirname,
  transform: {
    '\\.content\\.json$': '<rootDir>/platform/tooling/jest/content-transform.cjs',
    '\\.m?[jt]sx?$': ['@swc/jest', swc],
  },
  // Packages that ship only ES modules are compiled like our own code.
  transformIgnorePatterns: [
    '/node_modules/(?!.*(swiper|dom7|@exodus|marked|file-type|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|pg-boss|rrule-temporal|serialize-error|non-error|htmlparser2|domelementtype|domhandler|domutils|entities|dom-serializer|chokidar|readdirp|openid-client|oauth4webapi|jose|cookie/))',
    `/${FOLDER}/`,
  ],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/platform/tooling/jest/css-module.cjs',
    '\\.css$': '<rootDir>/platform/tooling/jest/css-module.cjs',
  },
  // The tests of a remote that is to be made run where it is made.
  testPathIgnorePatterns: ['/node_modules/', '/remote-kit/template/', ...LONG_TESTS],
  setupFilesAfterEnv: ['<rootDir>/platform/tooling/jest/setup.ts'],
};

const ROOT = import.meta.dirname;
const below = (folder) =>
  existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`) : [];
const folders = [...readdirSync(ROOT), ...below('platform'), ...below('examples').flatMap(below)];

/** Browser journeys have a configuration of their own. */
const packages = folders.filter((name) => name !== 'e2e' && existsSync(join(ROOT, name, 'package.json')));

const within = (glob) => packages.map((name) => `<rootDir>/${name}/**/${glob}`);

/** `.test.tsx` runs in a DOM, `.test.ts` in Node. */
export default {
  globalSetup: '<rootDir>/platform/tooling/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/platform/tooling/jest/global-teardown.mjs',
  testSequencer: '<rootDir>/platform/tooling/jest/waiting-apart.cjs',
  // Of four, one or two wait: three leave an eighth of two processors idle.
  maxWorkers: 4,
  // Workers with nothing left open have taken 2 s to give their memory back; Jest calls that a leak after 0.5 s. A timer or
  // a server that a test left is still called one.
  workerGracefulExitTimeout: 5_000,
  // Only tests that fail take so long: three share two processors with all that they start.
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'dom',
      testEnvironment: '<rootDir>/platform/tooling/jest/dom-environment.cjs',
      testMatch: within('*.test.tsx'),
    },
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testMatch: within('*.test.ts'),
      moduleNameMapper: { ...shared.moduleNameMapper, ...IN_ONE_FILE },
    },
  ],
};
