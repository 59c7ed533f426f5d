import { read, refusedWords, tableAfter, writtenFiles } from './prose';

const GUIDE = read('CONTRIBUTING.md');
const words = tableAfter(GUIDE, '### Refused words').map(([word = '', instead = '']) => ({ word, instead }));

const CHECKED = /\.(ts|tsx|mjs|cjs|js|css|md)$/;
/** Texts for visitors, migrations that have run, names of columns, the lists themselves. */
const EXEMPT =
  /(^CONTRIBUTING\.md|^api\/(content|migrations)\/|^api\/src\/db\/.*schema\.ts|\/content\/|\/words(\.test)?\.ts|CHANGELOG\.md)/;

const files = writtenFiles(CHECKED, EXEMPT);

it('has a glossary of at most forty terms', () => {
  const terms = tableAfter(GUIDE, '### Glossary').map(([term]) => term);
  expect(terms.length).toBeGreaterThan(20);
  expect(terms.length).toBeLessThanOrEqual(40);
});

it('finds no refused word', () => {
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) => refusedWords(read(file), words).map((finding) => `${file}:${finding}`));
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
