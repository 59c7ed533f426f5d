import { join } from 'node:path';
import { fixtureSite } from '../testing/fixture-site';
import { readSettings } from './settings';

const ROOT = join(__dirname, '..', '..', '..', '..');
const read = (API_ORIGINS: string) => readSettings({ API_ORIGINS }, ROOT, fixtureSite).API_ORIGINS;

test('names back ends of remotes', () => {
  expect(read('')).toEqual({});
  expect(read('{ "decide": "http://127.0.0.1:3052" }')).toEqual({ decide: 'http://127.0.0.1:3052' });
});

test.each([
  ['decide', 'must be JSON'],
  ['["http://127.0.0.1:1"]', 'must be JSON'],
  ['{ "Decide": "http://127.0.0.1:1" }', '"Decide"'],
  ['{ "decide": "ftp://127.0.0.1" }', '"decide"'],
  ['{ "decide": "http://127.0.0.1:1/v1" }', 'without a path'],
  ['{ "office": "http://127.0.0.1:1" }', '"office": /api/office is the site\'s own API'],
  ['{ "orders": "http://127.0.0.1:1" }', '"orders": /api/orders is the site\'s own API'],
])('refuses %s with a sentence that names the setting', (text, why) => {
  expect(() => read(text)).toThrow('API_ORIGINS is not usable');
  expect(() => read(text)).toThrow(why);
});
