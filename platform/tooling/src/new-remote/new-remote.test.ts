import { readFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SITE_DESCRIPTION_PATH } from '@wholepage/contracts/page';
import { packageDir } from '../paths';
import { listen } from '../run/spawn';
import { describedSite, writeStandIn } from '../site/definition';
import { planRemote, writeRemote } from './new-remote';

describe('a new remote', () => {
  const ALLOWS = {
    policy: { script: ['https://stats.example'] },
    scripts: { '/news': 90_000 },
    otherScripts: 97_000,
    styles: 12_345,
    fonts: 54_321,
  };
  const CONFIG = {
    siteOrigin: 'https://shop.example',
    site: { name: 'Shop', description: '', keywords: '', language: 'en' },
    navigation: { menu: [{ label: 'News', href: '/news' }] },
  };

  let close: () => Promise<void>;
  let origin = '';
  let answer = '';
  beforeAll(async () => {
    const server = createServer(({ url }, response) => {
      response.writeHead(url === SITE_DESCRIPTION_PATH ? 200 : 404).end(answer);
    });
    const { port, stop } = await listen(server);
    origin = `http://127.0.0.1:${port}`;
    close = stop;
  });
  afterAll(() => close());

  test('a remote elsewhere is held to what its site says now', async () => {
    answer = JSON.stringify({ config: CONFIG, allows: ALLOWS });
    const folder = await mkdtemp(join(tmpdir(), 'stand-in-'));
    await writeStandIn(folder, await describedSite(origin));
    const { allowed } = (await import(join(folder, 'allowed.ts'))) as { allowed: typeof ALLOWS };
    expect(allowed).toEqual(ALLOWS);
    expect(JSON.parse(await readFile(join(folder, 'navigation.json'), 'utf8'))).toEqual(CONFIG.navigation);
    expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))).toEqual({ site: CONFIG.site });
  });

  test.each([
    ['is none', '<html></html>', 'is not valid JSON'],
    [
      'is too large',
      JSON.stringify({ config: CONFIG, allows: ALLOWS, more: 'x'.repeat(300_000) }),
      'larger than 256 kB',
    ],
    ['has other budgets', JSON.stringify({ config: CONFIG, allows: { ...ALLOWS, styles: '1; x' } }), 'cannot be used'],
  ])('a description that %s is refused', async (_what, text, reason) => {
    answer = text;
    await expect(describedSite(origin)).rejects.toThrow(reason);
  });

  test('of a site that cannot be reached it is said why', async () => {
    await expect(describedSite('http://127.0.0.1:9')).rejects.toThrow(/cannot be used: bad port\.$/);
  });
});

describe('its plan', () => {
  const neighbours = [
    { name: 'shell', port: 3000, paths: [] },
    { name: 'shop-tools', port: 3004, paths: ['/tools', '/tools/:id'] },
  ];

  const RULES = { remotePrefix: 'shop-', apiPaths: ['shop-orders'] };

  it('takes the next free port, and a title from the name', () => {
    expect(planRemote(['shop-open-days', '/open-days'], undefined, neighbours, RULES)).toEqual({
      name: 'shop-open-days',
      path: '/open-days',
      port: 3005,
      title: 'Open days',
    });
  });

  it.each([
    ['shop-x', 'Page X'],
    ['shop-up', 'Page Up'],
    ['shop-jam', 'Jam'],
  ])('gives %s the title %s, which is long enough for a page', (name, title) => {
    expect(planRemote([name, '/x'], undefined, neighbours, RULES).title).toBe(title);
  });

  it('takes the port that is asked for', () => {
    expect(planRemote(['shop-careers', '/careers'], '4100', neighbours, RULES).port).toBe(4100);
  });

  it.each<[string, string[], string | undefined, RegExp]>([
    ['no path', ['shop-careers'], undefined, /^Which remote, and where\?/],
    ['a name without shop-', ['careers', '/careers'], undefined, /^"careers" is not a name of a remote/],
    ['a name that leaves its folder', ['shop-../x', '/careers'], undefined, /is not a name of a remote/],
    ['a name that is taken', ['shop-tools', '/careers'], undefined, /^shop-tools is there already\.$/],
    [
      'a name of the API',
      ['shop-orders', '/orders'],
      undefined,
      /^\/api\/shop-orders is the site's own API: choose another/,
    ],
    ['a path without a slash', ['shop-careers', 'careers'], undefined, /^"careers" is not a path of a page/],
    ['the home page', ['shop-careers', '/'], undefined, /is not a path of a page/],
    ['a path of the site itself', ['shop-careers', '/api/jobs'], undefined, /^\/api\/jobs is the site's own/],
    ['a path that is taken', ['shop-careers', '/tools'], undefined, /^\/tools is shop-tools's; choose another/],
    ["a path of another's pattern", ['shop-careers', '/tools/jobs'], undefined, /^\/tools\/:id is shop-tools's/],
    ["a path beneath another's pattern", ['shop-careers', '/tools/2/jobs'], undefined, /^\/tools\/:id is shop-tools's/],
    ['a port that is taken', ['shop-careers', '/careers'], '3004', /^Port 3004 is shop-tools's/],
    ['a port that is none', ['shop-careers', '/careers'], '80', /^"80" is not a port for a program/],
  ])('refuses %s in one sentence', (_what, words, port, message) => {
    expect(() => planRemote(words, port, neighbours, RULES)).toThrow(message);
  });
});

test('a name of a folder that git leaves out, or that a command writes, is refused', () => {
  const ignored = readFileSync(join(packageDir('tooling'), 'templates', 'repository', '_gitignore'), 'utf8');
  const folders = ignored.split('\n').flatMap((line) => /^\/?([a-z-]+\/)$/.exec(line)?.[1] ?? []);
  for (const folder of [...folders, 'deploy/'])
    expect(() => planRemote([folder.slice(0, -1), '/x'], undefined, [])).toThrow(`${folder} is where commands write`);
  expect(folders).toContain('dist/');
  // Only the root's `types` is ignored: a team's own `src/types` is source code.
  expect(ignored).toMatch(/^\/types\/$/m);
});

test('what git leaves out of a new repository, its lint leaves out, too', () => {
  const template = (name: string) =>
    readFileSync(join(packageDir('tooling'), 'templates', 'repository', name), 'utf8').split('\n');
  const ignored = template('_gitignore').flatMap((line) => /^\/?(\w+)\/$/.exec(line)?.[1] ?? []);
  const left = template('_biome.json').flatMap((line) => /"!(?:\*\*\/)?(\w+)"/.exec(line)?.[1] ?? []);
  expect(left).toEqual(expect.arrayContaining(ignored));
});

test('a name of a package of the platform is refused by the folder that it would take', async () => {
  const plan = planRemote(['console', '/console'], undefined, [], { apiPaths: [] });
  await expect(writeRemote(plan)).rejects.toThrow(`file already exists, mkdir '${packageDir('console')}'`);
});
