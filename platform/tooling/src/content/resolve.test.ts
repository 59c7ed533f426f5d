import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileSchema, pictureSchema } from '@wholepage/remote-kit/content';
import * as z from 'zod';
import { packageDir } from '../paths';
import { tsx } from '../run/spawn';
import contentLoader from './content-loader';
import { resolveContent } from './resolve';

const schemas = {
  home: z.strictObject({ heading: z.string().min(1), picture: pictureSchema, leaflet: fileSchema }),
  sectors: z.strictObject({ title: z.string() }),
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="750"/>';

let root: string;
const write = (name: string, text: string): string => {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'resolve-')), 'src', 'content');
  write('files/drawings/apron.svg', SVG);
  write('files/leaflet.pdf', '%PDF');
});
afterEach(() => rmSync(dirname(dirname(root)), { recursive: true }));

const home = (more: object = {}): string =>
  write(
    'home.content.json',
    JSON.stringify({
      heading: 'Aprons',
      picture: { file: 'drawings/apron.svg', alt: 'An apron' },
      leaflet: 'leaflet.pdf',
      ...more,
    }),
  );
const resolve = (file: string) => resolveContent(file, schemas, '/_releases/mf-x/');

it('gives pictures their size and address, and names the files to ship', () => {
  const { value, files } = resolve(home());
  expect(value).toEqual({
    heading: 'Aprons',
    picture: {
      src: expect.stringMatching(/^\/_releases\/mf-x\/assets\/apron\.[0-9a-f]{12}\.svg$/),
      width: 600,
      height: 750,
      alt: 'An apron',
    },
    leaflet: expect.stringMatching(/\/assets\/leaflet\.[0-9a-f]{12}\.pdf$/),
  });
  expect(files.map(({ source }) => source)).toEqual([
    join(root, 'files/drawings/apron.svg'),
    join(root, 'files/leaflet.pdf'),
  ]);
});

it('ships a file under a name that a release may hold, whatever its own is', () => {
  write('files/Früh & spät .. (2).pdf', '%PDF');
  const { files } = resolve(home({ leaflet: 'Früh & spät .. (2).pdf' }));
  expect(files[1]?.name).toMatch(/^assets\/Fr-h-sp-t-2-\.[0-9a-f]{12}\.pdf$/);
});

it('gives a changed file another address', () => {
  const before = resolve(home()).files[1]?.name;
  write('files/leaflet.pdf', '%PDF-2');
  expect(resolve(home()).files[1]?.name).not.toBe(before);
});

it('checks one of many by its folder', () => {
  expect(resolve(write('sectors/aviation.content.json', '{"title":"Aviation"}')).value).toEqual({ title: 'Aviation' });
});

it.each([
  ['a field that is wrong', { heading: '' }, /home\.content\.json does not fit its schema:\n {2}heading: /],
  ['a field too many', { heding: 'Aprons' }, /heding/],
  ['a picture that is not there', { picture: { file: 'gone.svg', alt: '' } }, /picture: there is no file "gone\.svg"/],
  ['a file that is not there', { leaflet: 'gone.pdf' }, /leaflet: there is no file "gone\.pdf"/],
])('stops at %s, and names it', (_what, change, message) => {
  expect(() => resolve(home(change))).toThrow(message);
});

it("reads a file that begins with an editor's mark of its encoding", () => {
  const file = write('sectors/aviation.content.json', '\uFEFF{"title":"Aviation"}\r\n');
  expect(resolve(file).value).toEqual({ title: 'Aviation' });
});

it('stops at anything that is not JSON, and at what has no schema', () => {
  expect(() => resolve(write('home.content.json', '{'))).toThrow(/home\.content\.json is not valid JSON/);
  expect(() => resolve(write('news.content.json', '{}'))).toThrow('schema.ts has no schema "news"');
});

it('tells a build what is wrong with a text, and not where this code found it', async () => {
  const resourcePath = write('home.content.json', '{');
  const told = new Promise((async) => contentLoader.call({ resourcePath, async: () => async } as never));
  expect(await told).toMatchObject({ hideStack: true });
});

it('watches what the schema imports when that cannot be read', async () => {
  const shared = write('../shared.ts', 'export const most = ;');
  write('schema.ts', `export { most } from '../shared';`);
  const watched: string[] = [];
  const loader = { resourcePath: home(), addDependency: (source: string) => watched.push(source) };
  const told = new Promise((async) => contentLoader.call({ ...loader, async: () => async } as never));
  expect(await told).toMatchObject({ message: expect.stringContaining('shared.ts:1:20') });
  expect(watched).toContain(shared);
});

/** Loads a content file twice in one process of a build, with a change between. */
const LOAD_TWICE = `
const [, loader, resourcePath, changed, text] = process.argv;
const { writeFileSync } = await import('node:fs');
const { default: load } = await import(loader);
const loaded = () => new Promise((resolve, reject) => {
  const sources = [];
  const done = (error, code) => error ? reject(error) : resolve([code, sources]);
  const getOptions = () => ({ publicPath: '/' });
  const addDependency = (source) => sources.push(source);
  load.call({ resourcePath, async: () => done, getOptions, addDependency, addMissingDependency() {} });
});
const first = await loaded();
writeFileSync(changed, text);
console.log(JSON.stringify([first, await loaded()]));
`;

it('follows a change of what the schema imports from elsewhere', () => {
  symlinkSync(join(packageDir('tooling'), 'node_modules'), join(dirname(root), 'node_modules'));
  write('../package.json', '{"type":"module"}');
  const shared = write('../shared.ts', 'export const most = 5;');
  write(
    'schema.ts',
    `import { fileSchema } from '@wholepage/remote-kit/content';
import * as z from 'zod';
import { most } from '../shared';
export const schemas = { home: z.object({ leaflet: fileSchema, most: z.number().transform(() => most) }) };`,
  );
  const file = write('home.content.json', '{"leaflet":"leaflet.pdf","most":0}');
  const words = [join(__dirname, 'content-loader.ts'), file, shared, 'export const most = 7;'];
  const output = execFileSync(process.execPath, ['--import', tsx(), '--input-type=module', '-e', LOAD_TWICE, ...words]);
  const [[before, sources], [after]] = JSON.parse(String(output));
  expect(sources).toContain(shared);
  expect(before).toMatch(/"leaflet":__webpack_public_path__\+"assets\/leaflet\..*,"most":5/);
  expect(after).toMatch(/"most":7/);
});
