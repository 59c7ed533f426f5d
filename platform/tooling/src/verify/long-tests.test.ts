import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';

const tests = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n');
const long = tests.filter((file) => /\.all\.test\.tsx?$/.test(file));
const [, first = '', both = ''] = readFileSync(join(ROOT, 'docs', 'tests.md'), 'utf8').split(
  /^## What only .*$|^These files run in both/m,
);
const filesOf = (part: string): string[] => [...part.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => file);

it('docs/tests.md lists each test that only test:all runs', () => {
  expect(filesOf(first).sort()).toEqual(long.sort());
});

it('docs/tests.md lists each test that is shorter in npm test', () => {
  const isShorter = (file: string) =>
    /\b(TEST_ALL|WALK_STEPS)\b|\/sample'/.test(readFileSync(join(ROOT, file), 'utf8'));
  const shorter = tests.filter((file) => isShorter(file) && !/(long-tests|sample)\.test\.ts$/.test(file));
  const listed = filesOf(both.split('\n## ')[0] ?? '');
  expect(listed.filter((file) => !tests.includes(file))).toEqual([]);
  expect(shorter.filter((file) => !listed.includes(file))).toEqual([]);
});
