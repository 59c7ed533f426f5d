import { CHECKS } from '@wholepage/tooling/gate';

/** @returns command-line options that skip all checks of the gate except these */
export const skipAllBut = (...checks: string[]): string[] => [
  '--skip',
  CHECKS.flatMap(({ name }) => (checks.includes(name) ? [] : name)).join(','),
  '--reason',
  'this test is about the others',
];
