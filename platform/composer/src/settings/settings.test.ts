import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIVE_SETTINGS_PATH, SITE_DESCRIPTION_PATH, type SiteSettings } from '@wholepage/contracts/page';
import type { SiteDescription } from '@wholepage/contracts/site';
import { promote, retire } from '@wholepage/releases/steps';
import * as z from 'zod';
import type { ReleaseSet } from '../releases/release-set';
import { type FixtureConfig, fixtureSite } from '../testing/fixture-site';
import { SERVER_ENTRIES, storeWithHome, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';
import { isDeveloper } from './developer-access';
import { readServingSettings, readSettings, requireProductionSettings } from './settings';
import { defineSite } from './site/define-site';
import { LiveContent, SiteConfigs, type SiteContent } from './site/site-configs';

jest.mock('@wholepage/page-rules/time-limit', () => jest.requireActual('../testing/hurried-rounds'));

describe('settings', () => {
  const ROOT = join(__dirname, '..', '..', '..', '..');

  test('everything has a default', () => {
    const settings = readSettings({}, ROOT, fixtureSite);
    expect(settings.PORT).toBe(3000);
    expect(settings.apiOrigin).toBe('http://127.0.0.1:3100');
    expect(settings.store).toBe(join(ROOT, 'var', 'releases'));
  });

  test('a setting of blanks counts as not set, as an empty one of a file with CRLF', () => {
    const { PORT, siteOrigin } = readSettings({ PORT: '\r', SITE_ORIGIN: ' ' }, ROOT, fixtureSite);
    expect([PORT, siteOrigin]).toEqual([3000, 'http://localhost:3000']);
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
    // A byte order mark from an editor is no fault.
    await writeFile(join(dir, 'navigation.json'), '\uFEFF{ "menus": [] }');
    expect(failure).toThrow(`${join(dir, 'navigation.json')} at "menu": `);
  });

  test.each([
    ['settings', undefined],
    ['settings', {}],
    ['navigation', undefined],
    ['navigation.file', { what: 'the links', schema: z.any() }],
    ['publicConfig', undefined],
    ['budgets', undefined],
    ['budgets.scripts', { scripts: 90_000, styles: 1, fonts: 1 }],
    ['services', {}],
    ['services.0.port', [{ name: 'cart', folder: '../cart', port: 3021 }]],
    ['staff.0', ['consol']],
  ])('a definition with another %s than it takes is refused by name (%j)', (option, value) => {
    const [name = ''] = option.split('.');
    expect(() => defineSite({ ...fixtureSite.definition, [name]: value })).toThrow(
      `site.ts: "${option}" is not usable: `,
    );
  });

  test('what publicConfig leaves out is refused by name', () => {
    const definition = {
      ...fixtureSite.definition,
      publicConfig: () => ({ siteOrigin: '', site: { name: 'A shop' } }),
    };
    const site = { ...fixtureSite, definition: definition as unknown as typeof fixtureSite.definition };
    expect(() => readServingSettings({}, ROOT, site)).toThrow(
      'site.ts: publicConfig gives no usable "site.description": ',
    );
  });

  test('takes the settings of the API beside its own, whatever they mean there', () => {
    expect(readSettings({ TRUST_PROXY: '10.0.0.0/8', BEHIND_PROXY: '1' }, ROOT, fixtureSite).BEHIND_PROXY).toBe('1');
  });
});

describe('production', () => {
  const COMPLETE = {
    NODE_ENV: 'production',
    SITE_ORIGIN: 'https://www.example.com',
    ARTICLES_HOST: 'https://articles.example',
    RELEASES_URL: 's3://site/releases',
    RELEASE_KEYS: '{"apps":{},"steps":{}}',
    PRIVATE_STORE_URL: 's3://site-private/composers',
  };

  const sentencesOf = (env: NodeJS.ProcessEnv): string[] => {
    try {
      requireProductionSettings(env, fixtureSite.definition.production);
      return [];
    } catch (error) {
      return (error as Error).message.split('\n');
    }
  };

  it('asks for nothing outside production', () => {
    expect(sentencesOf({ NODE_ENV: 'test' })).toEqual([]);
  });

  it.each(['SITE_ORIGIN', 'ARTICLES_HOST', 'RELEASE_KEYS', 'PRIVATE_STORE_URL'])(
    'refuses to start a production without %s',
    (name) => {
      expect(sentencesOf(COMPLETE)).toEqual([]);
      expect(sentencesOf({ ...COMPLETE, [name]: '' })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is missing: `)),
      ]);
    },
  );

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080'])(
    'takes %s, which is this machine',
    (SITE_ORIGIN) => {
      expect(sentencesOf({ ...COMPLETE, SITE_ORIGIN })).toEqual([]);
    },
  );

  it('refuses an address without TLS', () => {
    const plain = { ...COMPLETE, SITE_ORIGIN: 'http://www.example.com' };
    expect(sentencesOf(plain)).toEqual([expect.stringMatching(/^SITE_ORIGIN is not for production: /)]);
  });

  it('believes what was signed in a folder of this machine', () => {
    expect(sentencesOf({ ...COMPLETE, RELEASES_URL: '', RELEASE_KEYS: '', PRIVATE_STORE_URL: '' })).toEqual([]);
  });
});

describe('origins of the API', () => {
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
});

describe('developers', () => {
  const from = (remoteAddress: string, headers: IncomingMessage['headers'] = {}) =>
    ({ headers, socket: { remoteAddress } }) as IncomingMessage;
  const LOCAL = { NODE_ENV: 'development', DEVELOPER_ACCESS: '' } as const;

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('somebody at this machine (%s) is a developer', (address) => {
    expect(isDeveloper(from(address), LOCAL)).toBe(true);
    expect(isDeveloper(from(address), { ...LOCAL, NODE_ENV: 'production' })).toBe(false);
  });

  test.each(['203.0.113.7', '10.0.0.4', '::ffff:10.0.0.4', '2001:db8::1'])('a visitor from %s is none', (address) => {
    expect(isDeveloper(from(address), LOCAL)).toBe(false);
    expect(isDeveloper(from(address), { ...LOCAL, DEVELOPER_ACCESS: 'network' })).toBe(true);
    expect(isDeveloper(from(address), { NODE_ENV: 'production', DEVELOPER_ACCESS: 'network' })).toBe(false);
  });

  test.each(['x-forwarded-for', 'x-real-ip', 'forwarded'])(
    'a visitor behind a proxy of this machine is none (%s)',
    (name) => {
      expect(isDeveloper(from('127.0.0.1', { [name]: '203.0.113.7' }), LOCAL)).toBe(false);
    },
  );
});

describe('edited content', () => {
  const file = (schema: z.ZodType) => ({ file: '', what: '', path: '', schema });
  const FILES = {
    navigation: file(z.object({ menu: z.array(z.string()) })),
    shop: file(z.object({ name: z.string() })),
  };
  const OF_FILES = { navigation: { menu: ['Home'] }, shop: { name: 'File' } } as unknown as SiteContent;

  let answer: { status: number; body: unknown; etag: string };
  let server: Server;
  let edited: LiveContent;
  let end: () => void;
  const log = jest.fn();
  beforeEach(async () => {
    answer = { status: 200, body: { version: '1', shop: { name: 'Edited' }, navigation: null }, etag: '"1"' };
    server = createServer((request, response) => {
      const isKnown = request.headers['if-none-match'] === answer.etag;
      response.writeHead(isKnown ? 304 : answer.status, { etag: answer.etag, 'content-type': 'application/json' });
      response.end(isKnown ? undefined : JSON.stringify(answer.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    edited = new LiveContent(`http://127.0.0.1:${port}/site`, FILES, OF_FILES, log);
    end = edited.start();
  });
  afterEach(() => {
    end();
    server.close();
    server.closeAllConnections();
  });
  const nameIs = (name: string) =>
    eventually(
      async () => edited.current,
      ({ shop }) => (shop as { name: string }).name === name,
    );

  test('an edit wins over its file until it is withdrawn, and other files count', async () => {
    expect(edited.current).toEqual(OF_FILES);
    await nameIs('Edited');
    expect(edited.current.navigation).toEqual(OF_FILES.navigation);
    expect(edited.current).toBe(edited.current);
    answer = { status: 200, body: { version: '2', shop: null, navigation: null }, etag: '"2"' };
    await nameIs('File');
  });

  test('a preview is laid over the files for its reader, and changes nothing for others', async () => {
    await nameIs('Edited');
    const preview = { by: 'Asha', until: '2026-11-24T14:00:00.000Z' };
    answer = { ...answer, body: { shop: { name: 'Looked at' }, navigation: { menu: ['Shop'] }, preview } };
    await expect(edited.preview('id 1')).resolves.toEqual({
      ...preview,
      content: { navigation: { menu: ['Shop'] }, shop: { name: 'Looked at' } },
    });
    expect(edited.current['shop']).toEqual({ name: 'Edited' });
    answer = { ...answer, body: { shop: { name: 5 }, preview } };
    await expect(edited.preview('id')).rejects.toThrow();
    answer = { ...answer, status: 404 };
    await expect(edited.preview('id')).rejects.toThrow('This preview is over.');
  });

  test('the last good copy stays while the service is away or says what does not hold', async () => {
    await nameIs('Edited');
    answer = { status: 500, body: {}, etag: '"2"' };
    answer = { status: 200, body: { shop: { name: 5 } }, etag: '"3"' };
    await eventually(async () => log.mock.calls.length, Boolean);
    expect(log.mock.calls[0]?.[1]).toContain('the last good one stays');
    await nameIs('Edited');
  });
});

describe('configs of a site', () => {
  let store: string;
  let composer: RunningComposer;
  let navigationFile: string;
  beforeAll(async () => {
    store = await storeWithHome();
    const siteDir = join(store, 'site');
    navigationFile = join(siteDir, 'navigation.json');
    await cp(fixtureSite.dir, siteDir, { recursive: true });
    composer = await runComposer(store, { API_PORT: '1' }, { siteDir });
  });
  afterAll(() => composer.close());

  const get = async (path: string) => (await fetch(composer.origin + path)).text();
  const settingsOf = async (page: string) => {
    const path = /"settings":"([^"]+)"/.exec(await get(page))?.[1] ?? '';
    return { path, ...(JSON.parse(await get(path)) as SiteSettings<FixtureConfig>) };
  };
  const menuOf = async (page: string) => (await settingsOf(page)).config.menu.map(({ label }) => label);
  const edit = async (change: (text: string) => string) =>
    writeFile(navigationFile, change(await readFile(navigationFile, 'utf8')));

  test('a release joins the menu by its own word, before what stands out, and leaves it with its release', async () => {
    const before = await menuOf('/contact');
    const routes = [{ path: '/careers', document: false, sitemap: ['/careers'], menu: 'Careers', js: [], css: [] }];
    await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Come and work with us'), { routes });
    await promote(store, 'mf-careers', '1.0.0');
    const menu = await eventually(
      () => menuOf('/contact'),
      (labels) => labels.includes('Careers'),
    );
    expect(menu).toEqual([...before.slice(0, -1), 'Careers', before.at(-1)]);
    expect(await get('/sitemap.xml')).toContain('<loc>http://site.test/careers</loc>');
  });

  test("an edit of the owner's is on the site without a restart, and wins over what a release asks for", async () => {
    const { path } = await settingsOf('/contact');
    await edit((text) =>
      text.replace('"label": "Contact", "href": "/contact"', '"label": "Work here", "href": "/careers"'),
    );
    const menu = await eventually(
      () => menuOf('/contact'),
      (labels) => labels.includes('Work here'),
    );
    expect(menu).toContain('Work here');
    expect(menu).not.toContain('Careers');
    expect(await get(path)).toContain('"Careers"');
    await retire(store, 'mf-careers');
    const without = await eventually(
      () => menuOf('/contact'),
      (labels) => !labels.includes('Work here'),
    );
    expect(without).toEqual(menu.filter((label) => label !== 'Work here'));
    await promote(store, 'mf-careers', '1.0.0');
    await eventually(
      () => menuOf('/contact'),
      (labels) => labels.includes('Work here'),
    );
  });

  test('an edit that does not hold changes nothing, and is reported', async () => {
    const before = await menuOf('/contact');
    await edit((text) => text.replace('"menu"', '"menus"'));
    const refusal = () => composer.events.find(({ event }) => event.startsWith('content of the layout refused'));
    expect(await eventually(async () => refusal(), Boolean)).toMatchObject({
      details: { reason: expect.stringContaining('navigation.json') },
    });
    expect(await menuOf('/contact')).toEqual(before);
  });

  test('a retired page that any word leads to takes its own links out of the menu, and nothing that has no path', () => {
    const settings = readSettings({}, store, fixtureSite);
    const sections = [{ title: 'Call us', links: [{ label: 'Office', href: 'tel:+914400000000' }] }];
    const top = { label: 'Top', href: '#top', sections };
    const menu = [top, { label: 'Gone', href: '/gone?a=1', sections: [] }];
    const content = { current: { ...settings.content, navigation: { menu } } } as unknown as LiveContent;
    const set: ReleaseSet = { id: 'a', apps: {}, absent: {}, retired: ['/', '/:word'], canaries: [] };
    expect(new SiteConfigs({ settings, content }).of(set).config).toMatchObject({ menu: [top] });
  });

  test('a remote elsewhere learns the settings, the policy and the budgets that it will be held to', async () => {
    const response = await fetch(`${composer.origin}${SITE_DESCRIPTION_PATH}`);
    const { config, allows } = (await response.json()) as SiteDescription;
    expect(config.siteOrigin).toBe('http://site.test');
    expect(allows).toMatchObject({ styles: expect.any(Number), fonts: expect.any(Number) });
    expect(allows.scripts['/contact']).toBe(allows.otherScripts);
    // The settings that pages of other origins may read contain no budgets.
    expect(await get(LIVE_SETTINGS_PATH)).not.toContain('"allows"');
  });

  test('a page that names settings of before a restart gets the present ones, which nobody keeps', async () => {
    const response = await fetch(`${composer.origin}/_settings/of-before.json`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(((await response.json()) as SiteSettings).config.siteOrigin).toBe('http://site.test');
  });
});
