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
const page = readFileSync(join(ROOT, 'docs', 'tests.md'), 'utf8');

it('docs/tests.md lists each test that only npm test -- --all runs', () => {
  const [, table = ''] = page.split('## What only');
  const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = '']) => file);
  expect(listed.sort()).toEqual(long.sort());
});
