import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';

const FOLDER = join(ROOT, 'docs', 'decisions');

it('the list of decisions names each once', () => {
  const list = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const listed = [...list.matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, file = '']) => file);
  expect(listed.sort()).toEqual(readdirSync(FOLDER).filter((file) => /^\d/.test(file)));
});
