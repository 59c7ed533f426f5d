/** Every check of the gate. */
const CHECKS = [
  'files',
  'types',
  'styles',
  'tokens',
  'shares',
  'users',
  'sizes',
  'secrets',
  'licences',
  'addresses',
  'pages',
  'stock-host',
  'external-cost',
  'prices',
  'style-reach',
  'visits',
  'layout',
  'storage',
  'globals',
  'scenarios',
  'fragments',
  'lifecycle',
  'accessibility',
];

/** @returns options by which a command holds a release against these checks alone */
export const skipAllBut = (...checks: string[]): string[] => [
  '--skip',
  CHECKS.filter((name) => !checks.includes(name)).join(','),
  '--reason',
  'this test is about the others',
];
