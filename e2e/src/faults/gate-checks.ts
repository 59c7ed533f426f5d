import { CHECKS } from '@wholepage/tooling/gate';

/** @returns options by which a command holds a release against these checks alone */
export const skipAllBut = (...checks: string[]): string[] => [
  '--skip',
  CHECKS.flatMap(({ name }) => (checks.includes(name) ? [] : name)).join(','),
  '--reason',
  'this test is about the others',
];
