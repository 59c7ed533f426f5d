import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { federationManifestSchema } from '@wholepage/contracts/federation-manifest';
import type { Browser } from 'playwright-core';
import { launchChrome } from '../../run/find-program';
import { sample } from '../../testing/sample';
import { externalBytes, manifestFaults, visitInStockHost } from './foreign';

const files = (...names: string[]) => ({ js: { sync: names, async: [] }, css: { sync: [], async: [] } });
const MANIFEST = federationManifestSchema.parse({
  id: 'guest',
  name: 'guest',
  metaData: { globalName: 'guest', remoteEntry: { path: '', name: 'remoteEntry.js', type: 'module' } },
  shared: [{ name: 'react', version: '19.3.1', assets: files('react.js') }],
  exposes: [{ name: 'app', path: './app', assets: files('app.js') }],
});

test('copies of what an external remote shares are counted apart from its own scripts, each once, styles left out', () => {
  const promised = { integrity: '', bytes: 900, brotli: 300 };
  const release = {
    files: {
      'external/react.js': promised,
      'external/app.js': { integrity: '', bytes: 50 },
      'external/app.css': promised,
    },
  };
  expect(
    externalBytes(release, MANIFEST, ['external/react.js', 'external/app.js', 'external/app.js', 'external/app.css']),
  ).toEqual({
    copies: 300,
    rest: 50,
  });
});

test('a manifest that names a file which the release does not hold is found out', () => {
  const where = 'external/mf-manifest.json';
  expect(manifestFaults({ 'external/remoteEntry.js': {}, 'external/app.js': {} }, MANIFEST, where)).toEqual([]);
  expect(manifestFaults({ 'external/remoteEntry.js': {} }, MANIFEST, where)).toEqual([
    {
      where,
      what: 'It names external/app.js, which the release does not hold.',
      todo: 'Build it again, into an empty folder.',
    },
  ]);
});

describe('a page of Module Federation’s own runtime, at another origin', () => {
  /** Release files of a site that every origin may read. `./embed` shows the response of `/api/posts`. */
  const metaData = { name: 'guest', globalName: 'guest', publicPath: 'auto', buildInfo: { buildVersion: '1' } };
  const manifest = {
    ...{ id: 'guest', name: 'guest', shared: [], remotes: [] },
    metaData: { ...metaData, remoteEntry: { path: '', name: 'remoteEntry.js', type: 'module' }, types: {} },
    exposes: [{ id: 'guest:embed', name: 'embed', path: './embed', assets: files() }],
  };
  const entry = (address: string) => `const embed = () => ({
    render: async ({ dom }) => { dom.innerHTML = '<p>Posts: ' + (await fetch(${address})).status; },
    destroy: async ({ dom }) => dom.replaceChildren(),
  });
  export const init = () => {};
  export const get = async () => () => ({ default: embed });`;
  let served: Record<string, [type: string, text: string]>;
  let server: Server;
  let origin: string;
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChrome();
    server = createServer(({ url = '' }, response) => {
      const [type, text] = served[url] ?? [];
      response.writeHead(text ? 200 : 404, { 'content-type': type, 'access-control-allow-origin': '*' }).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['its site', 'new URL("/api/posts", import.meta.url)', undefined],
    [
      'the page that shows it',
      '"/api/posts"',
      expect.stringContaining('it asks the page that shows it for /api/posts'),
    ],
  ])('shows a remote that calls %s', async (_what, address, said) => {
    served = {
      '/mf-manifest.json': ['application/json', JSON.stringify(manifest)],
      '/remoteEntry.js': ['text/javascript', entry(address)],
      '/api/posts': ['application/json', '[]'],
    };
    const visit = { app: 'guest', manifest: '/mf-manifest.json', module: 'embed', path: '/posts' };
    expect(await visitInStockHost(browser, origin, visit)).toEqual(said);
  });

  it.each(
    sample(
      [
        ['throws', "throw new Error('on purpose'); export const init = () => {};", /on purpose/],
        [
          'never resolves "init"',
          'export const init = () => new Promise(() => {}); export const get = async () => () => ({});',
          /took longer than 10 s/,
        ],
        [
          'gives nothing',
          'export const init = () => {}; export const get = async () => undefined;',
          /does not expose the requested module/,
        ],
      ],
      ['throws', 'gives nothing'],
    ),
  )('says that a container does not load which %s', async (_what, text, said) => {
    served = {
      '/mf-manifest.json': ['application/json', JSON.stringify(manifest)],
      '/remoteEntry.js': ['text/javascript', text],
    };
    const visit = { app: 'guest', manifest: '/mf-manifest.json', module: 'embed', path: '/posts' };
    expect(await visitInStockHost(browser, origin, visit)).toMatch(said);
  });
});
