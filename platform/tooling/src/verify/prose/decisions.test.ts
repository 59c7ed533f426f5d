import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../paths';

const FOLDER = join(ROOT, 'docs', 'decisions');
const FILES = readdirSync(FOLDER).filter((file) => /^\d/.test(file));
const LIST = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const PARTS = ['Status', 'Context', 'Decision', 'Consequences'];

it('lists each decision once', () => {
  const listed = [...LIST.matchAll(/^- \d+\. \[.*\]\((\d{4}-[\w-]+\.md)\)/gm)].map(([, file = '']) => file);
  expect(listed.sort()).toEqual(FILES);
});

it('uses each number once', () => {
  const numbers = FILES.map((file) => Number.parseInt(file, 10));
  const merged = [...LIST.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
  const all = [...numbers, ...merged];
  expect(all.filter((number, index) => all.indexOf(number) !== index)).toEqual([]);
});

it('sends the reader of a merged decision to a file that exists', () => {
  const targets = [...LIST.matchAll(/^\| \d+ \|.*\]\(([\w-]+\.md)\)/gm)].map(([, file]) => file);
  expect(targets.length).toBeGreaterThan(80);
  expect(targets.filter((file) => !FILES.includes(`${file}`))).toEqual([]);
});

it.each(FILES)('%s has the four parts in order, in at most 60 lines', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const parts = [...text.matchAll(/^(?:## |\*\*)(Status|Context|Decision|Consequences)\b/gm)].map(([, part]) => part);
  expect(parts).toEqual(PARTS);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});
