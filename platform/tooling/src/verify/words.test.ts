import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { refusedWords, tableAfter } from './words';

const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const words = tableAfter(GUIDE, '### Refused words').map(([word = '', instead = '']) => ({ word, instead }));

const CHECKED = /\.(ts|tsx|mjs|cjs|js|css|md)$/;
/** Texts for visitors, migrations that have run, names of columns, programs of earlier releases, and the lists themselves. */
const EXEMPT =
  /(^CONTRIBUTING\.md|^api\/(content|migrations|kept)\/|^api\/src\/db\/.*schema\.ts|\/content\/|\/words(\.test)?\.ts|CHANGELOG\.md)/;

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\0')
  .filter((file) => CHECKED.test(file) && !EXEMPT.test(file));

it('has a glossary of at most forty terms', () => {
  const terms = tableAfter(GUIDE, '### Glossary').map(([term]) => term);
  expect(terms.length).toBeGreaterThan(20);
  expect(terms.length).toBeLessThanOrEqual(40);
});

it('finds no refused word', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    refusedWords(readFileSync(join(ROOT, file), 'utf8'), words).map((finding) => `${file}:${finding}`),
  );
  expect(found).toEqual([]);
});

it.each(['It was told.', 'isToldOfBuild()', 'const TOLD = 1', 'toldAt', 'Who asks for it', 'A test of LESS'])(
  'refuses "%s"',
  (text) => {
    expect(refusedWords(text, words)).toHaveLength(1);
  },
);

it.each(['less of it', 'unless', 'BLESS'])('accepts "%s"', (text) => {
  expect(refusedWords(text, words)).toEqual([]);
});
