import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LONG_TESTS, project } from './platform/tooling/jest/preset.mjs';
import { FOLDER, IN_ONE_FILE } from './platform/tooling/jest/server-packages.mjs';

const ROOT = import.meta.dirname;
const own = project(ROOT);
const shared = {
  ...own,
  setupFilesAfterEnv: [...own.setupFilesAfterEnv, '<rootDir>/platform/tooling/jest/run-again.cjs'],
  transformIgnorePatterns: [...own.transformIgnorePatterns, `/${FOLDER}/`],
  // The tests of what a template makes run where it is made.
  testPathIgnorePatterns: ['/node_modules/', '/remote-kit/template/', '/tooling/templates/', ...LONG_TESTS],
  modulePathIgnorePatterns: ['/tooling/templates/'],
};

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
  testSequencer: '<rootDir>/platform/tooling/jest/longest-early.cjs',
  // A fourth would use an eighth of two processors more, and make every limit of time a question of luck.
  maxWorkers: 3,
  // Each file leaves something behind. At 1.2 GB a worker took 37 ms to start a guest's process instead of 15, and all
  // tests 378 s of two processors instead of 350.
  workerIdleMemoryLimit: '600MB',
  // Workers with nothing left open have taken 2 s to give their memory back; Jest calls that a leak after 0.5 s. A
  // timer or a server that a test left is still called one.
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
