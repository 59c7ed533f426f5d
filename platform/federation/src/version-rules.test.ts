import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { laterFirst, satisfies } from './version-rules';

const require = createRequire(__filename);
/** The protocol's own; it is not a public entry of the library. */
const { satisfy } = require(
  join(dirname(require.resolve('@module-federation/runtime-core')), 'utils', 'semver', 'index.cjs'),
) as { satisfy(version: string, range: string): boolean };

const VERSIONS = [
  '0.0.0',
  '0.0.1',
  '0.0.2',
  '0.2.2',
  '0.2.3',
  '0.2.5',
  '0.3.0',
  '1.0.0',
  '1.1.9',
  '1.2.0',
  '1.2.2',
  '1.2.3',
];
const LATER = [
  '1.2.4',
  '1.3.0',
  '1.3.2',
  '1.9.9',
  '2.0.0',
  '2.3.0',
  '2.3.4',
  '2.3.5',
  '2.4.0',
  '3.0.0',
  '4.0.0',
  '1.2.3+build',
];
const BEFORE = ['4.0.0-alpha.56', '4.0.0-alpha.57', '4.0.0-alpha.58', '4.0.0-beta.56', '4.0.0-beta', '4.0.0-alpha.5.1'];
const PARTS = ['1.2.3', '1.2', '1', '0.2.3', '0.0.1', '0', '2.3.4', '1.x', '1.*', '1.2.x'];
const OPERATORS = ['', '=', '>', '<', '>=', '<=', '~', '^', '>= ', '< ', '~ ', '^ '];
/** In these the library finds less than npm and the rules of semver.org, which we follow. */
const AS_NPM = ['>=0', '>= 0', '>= 1.2.3 < 2', '^4.0.0-beta', '>=4.0.0-alpha.57 <4.0.0-beta.1'];
const RANGES = [
  ...OPERATORS.flatMap((operator) => PARTS.map((part) => operator + part)),
  ...['1.2.3 - 2.3.4', '1.2.3 - 2.3', '1.2.3 - 2', '1.2 - 2.3.0', '1 - 2', '>=1.2.3 <2', '>= 1.2.3 < 2', '>1 <=2.3'],
  ...[
    '~1.2.3 || ~1.3.1',
    '^0.2.3||^2',
    '1.2.3 || >=2 <3',
    '^1.2.3 || banana',
    'banana',
    '*',
    'x',
    '',
    '^1 || *',
    'workspace:*',
  ],
  ...['4.0.0-alpha.57', '^4.0.0-alpha.57', '~4.0.0-alpha.57', '>=4.0.0-alpha.57', '<4.0.0-alpha.58', '^4.0.0-beta'],
  ...['^3.0.0 || 4.0.0-alpha.57', '>=4.0.0-alpha.57 <4.0.0-beta.1'],
].filter((range) => !AS_NPM.includes(range));

test.each(RANGES)('of %p are the versions that the protocol finds in it', (range) => {
  const ofOurs = [...VERSIONS, ...LATER].filter((version) => satisfies(version, range));
  expect(ofOurs).toEqual([...VERSIONS, ...LATER].filter((version) => satisfy(version, range)));
});

test.each(RANGES.filter((range) => range.includes('-') && !range.includes(' - ')))(
  'of %p are the versions before a release that the protocol finds in it',
  (range) => {
    expect(BEFORE.filter((version) => satisfies(version, range))).toEqual(
      BEFORE.filter((version) => satisfy(version, range)),
    );
  },
);

test.each([
  ['19.3.1', '~19.3.1'],
  ['19.3.9', '~19.3.1'],
  ['19.9.0', '~19'],
  ['19.3.1', '^19.0.0'],
  ['0.2.9', '^0.2.3'],
  ['0.9.0', '^0'],
  ['19.3.1', '19.3.1'],
  ['19.3.1', '=19.3.1'],
  ['19.3.1', 'v19.3.1'],
  ['19.3.1+build.7', '~19.3.1'],
  ['19.3.1', '19.x'],
  ['19.3.1', '19'],
  ['19.3.1', '*'],
  ['19.3.1', ''],
  ['18.3.1', '>=18 <20'],
  ['18.3.1', '^19.0.0 || ^18.2.0'],
  ['18.3.1', '<=18.3'],
  ['19.0.0', '>18'],
  ['19.0.0-rc.1', '19.0.0-rc.1'],
  ['19.0.0-rc.1', '^18.2.0 || 19.0.0-rc.1'],
  ['19.3.1', '19.0.0 - 20.0.0'],
  ['19.3.1', '>= 19'],
  ['0.0.0', '>=0'],
  ['1.9.9', '>= 1.2.3 < 2'],
  ['4.0.0-beta.56', '^4.0.0-beta'],
  ['4.0.0-beta', '>=4.0.0-alpha.57 <4.0.0-beta.1'],
])('%s is of %p', (version, range) => {
  expect(satisfies(version, range)).toBe(true);
});

test.each([
  ['19.3.0', '~19.3.1'],
  ['19.4.0', '~19.3.1'],
  ['19.3.0', '^19.3.1'],
  ['20.0.0', '^19.0.0'],
  ['0.3.0', '^0.2.3'],
  ['0.0.4', '^0.0.3'],
  ['19.3.1', '19.3.2'],
  ['18.3.1', '>18'],
  ['18.3.1', '<18.3'],
  ['20.1.0', '>=18 <20'],
  ['17.0.2', '^19.0.0 || ^18.2.0'],
  ['19.0.0-rc.1', '*'],
  ['20.0.1', '19.0.0 - 20.0.0'],
  ['19.0.0-rc.1', '^18.0.0 || >=19'],
  ['19.3.1', 'workspace:*'],
])('%s is not of %p', (version, range) => {
  expect(satisfies(version, range)).toBe(false);
});

test('later versions come first', () => {
  expect(['20.0.0-rc.1', '18.3.1', '19.10.0', '19.3.1', '20.0.0-rc.2', '19.3.10'].sort(laterFirst)).toEqual([
    '19.10.0',
    '19.3.10',
    '19.3.1',
    '18.3.1',
    '20.0.0-rc.2',
    '20.0.0-rc.1',
  ]);
});
