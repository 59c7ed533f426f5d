import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureSite } from '../testing/fixture-site';
import { readSettings } from './settings';

const ROOT = join(__dirname, '..', '..', '..', '..');

test('everything has a default', () => {
  const settings = readSettings({}, ROOT, fixtureSite);
  expect(settings.PORT).toBe(3000);
  expect(settings.apiOrigin).toBe('http://127.0.0.1:3100');
  expect(settings.store).toBe(join(ROOT, 'var', 'releases'));
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['SITE_ORIGIN', 'not an address'],
  ['ARTICLES_HOST', 'javascript:alert(1)'],
  ['RENDER_TIMEOUT_MS', '-1'],
  ['NODE_ENV', 'Production'],
  ['NODE_ENV', 'prod'],
  ['DEVELOPER_ACCESS', 'everybody'],
])('%s=%s is refused in one sentence that names it', (name, value) => {
  const failure = () => readSettings({ [name]: value }, ROOT, fixtureSite);
  expect(failure).toThrow(new RegExp(`^${name}\\b`));
});

test('a file of content that is missing, and one that does not hold, stop the start by name', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'site-'));
  const failure = () => readSettings({}, ROOT, { ...fixtureSite, dir });
  expect(failure).toThrow(
    `${join(dir, 'navigation.json')} cannot be read; it must hold the links of the layout as JSON.`,
  );
  await writeFile(join(dir, 'navigation.json'), '{ "menus": [] }');
  expect(failure).toThrow(`${join(dir, 'navigation.json')} at "menu": `);
});

test('takes the settings of the API beside its own, whatever they mean there', () => {
  expect(readSettings({ TRUST_PROXY: '10.0.0.0/8', BEHIND_PROXY: '1' }, ROOT, fixtureSite).BEHIND_PROXY).toBe('1');
});
