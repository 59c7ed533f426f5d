import { LONG_TESTS } from '../platform/tooling/jest/preset.mjs';

/** Journeys in a real browser against the composed production build. */
export default {
  rootDir: import.meta.dirname,
  displayName: 'browser',
  testEnvironment: '<rootDir>/src/runner/environment.cjs',
  moduleNameMapper: { '^playwright-core$': '<rootDir>/src/runner/playwright.cjs' },
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...LONG_TESTS],
  globalSetup: '<rootDir>/src/runner/global-setup.mjs',
  globalTeardown: '<rootDir>/src/runner/global-teardown.mjs',
  setupFilesAfterEnv: ['<rootDir>/../platform/tooling/jest/run-again.cjs'],
  // Only a journey that hangs takes this long. The limit allows for a machine several times slower than ours.
  testTimeout: 180_000,
  // A journey waits half of its time, so that three workers keep two processors busy.
  maxWorkers: 3,
  // A worker without further files needs this time to close its browsers.
  workerGracefulExitTimeout: 5_000,
  testSequencer: '<rootDir>/src/runner/longest-first.cjs',
  transform: {
    '\\.m?[jt]sx?$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
    ],
  },
};
