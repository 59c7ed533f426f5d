import { pageDevtools } from './devtools';

interface Tools {
  __SINGLE_SPA_DEVTOOLS__?: object;
  __FEDERATION__?: {
    moduleInfo: Record<string, { version: string; modules: { modulePath: string }[]; remotesInfo: object }>;
  };
  importMapOverrides: {
    hasOverrides(): boolean;
    getOverrideMap(): object;
    getDefaultMap(): Promise<{ imports: Record<string, string> }>;
  };
}

const tools = () => window as Tools;

const ANSWERS: Record<string, unknown> = {
  '/_sets/live.json': { id: 'x1' },
  '/_sets/x1.json': {
    shell: '1.0.0',
    remotes: [
      { name: 'mf-blog', version: '1.1.0', entry: '/_releases/mf-blog/1.1.0/entry.js' },
      { name: 'mf-partner', version: '1.0.0', entry: '/_releases/mf-partner/1.0.0/entry.js' },
    ],
  },
  'http://localhost/_releases/mf-partner/1.0.0/external/mf-manifest.json': {
    metaData: { globalName: 'guest', remoteEntry: { name: 'remoteEntry.js', path: '' } },
    shared: [],
    exposes: [{ name: 'app', path: './app' }],
  },
  'http://localhost/_releases/mf-blog/1.1.0/mf-manifest.json': {
    metaData: { globalName: 'mf_blog', remoteEntry: { name: 'remoteEntry.js', path: '' } },
    shared: [{ name: 'react', version: '19.3.1' }],
    exposes: [{ name: 'embed', path: './embed' }],
  },
};

beforeEach(() => {
  Object.assign(window, {
    fetch: async (path: string) => ({ ok: path in ANSWERS, json: async () => ANSWERS[path] }),
  });
  pageDevtools({ laidOver: ['mf-blog@1.1.0'], externals: ['mf-partner'], ends: '?override=none' });
});

test('Module Federation’s DevTools find the remotes of the page, with their modules', async () => {
  await new Promise((resolve) => setTimeout(resolve));
  const { moduleInfo } = tools().__FEDERATION__ ?? { moduleInfo: {} };
  expect(moduleInfo['mf-blog:1.1.0']?.modules).toEqual([{ moduleName: 'embed', modulePath: './embed' }]);
  expect(moduleInfo['shell']?.remotesInfo).toMatchObject({ 'mf-blog': { matchedVersion: '1.1.0' } });
  for (const name of ['mf-blog:1.1.0', 'mf-partner:1.0.0'])
    expect(ANSWERS).toHaveProperty([moduleInfo[name]?.version ?? '']);
});

test('single-spa-inspector finds its switch, and import-map-overrides says what is laid over', async () => {
  expect(tools().__SINGLE_SPA_DEVTOOLS__).toEqual({});
  expect(tools().importMapOverrides.hasOverrides()).toBe(true);
  expect(tools().importMapOverrides.getOverrideMap()).toEqual({ imports: { 'mf-blog': '1.1.0' } });
  expect(await tools().importMapOverrides.getDefaultMap()).toEqual({
    imports: {
      'mf-blog': 'http://localhost/_releases/mf-blog/1.1.0/entry.js',
      'mf-partner': 'http://localhost/_releases/mf-partner/1.0.0/entry.js',
    },
  });
});

test('the slot of a preview is named by an attribute of its own: `data-part` marks what comes late', () => {
  document.body.innerHTML = '<div id="slot"></div>';
  const detail = { appsByNewStatus: { MOUNTED: ['mf-blog'] } };
  window.dispatchEvent(new CustomEvent('single-spa:app-change', { detail }));
  expect(document.querySelector('#slot')?.outerHTML).toBe('<div id="slot" data-remote="mf-blog"></div>');
});
