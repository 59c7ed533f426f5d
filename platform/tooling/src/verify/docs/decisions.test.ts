import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../paths';

const FOLDER = join(ROOT, 'docs', 'decisions');
const FILES = readdirSync(FOLDER).filter((file) => /^\d/.test(file));
const LIST = readFileSync(join(FOLDER, 'README.md'), 'utf8');
const PARTS = ['Context', 'Decision', 'Consequences'];

it('lists each decision once, and no more than a reader can hold', () => {
  const listed = [...LIST.matchAll(/^- \d+\. \[.*\]\((\d{4}-[\w-]+\.md)\)/gm)].map(([, file = '']) => file);
  expect(listed.sort()).toEqual(FILES);
  expect(FILES.length).toBeLessThanOrEqual(25);
});

it.each(FILES)('%s has the three parts in order, in at most 60 lines', (file) => {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  expect([...text.matchAll(/^## (.*)$/gm)].map(([, part]) => part)).toEqual(PARTS);
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});
