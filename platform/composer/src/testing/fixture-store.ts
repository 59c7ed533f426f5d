import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AppName, ReleaseRoute } from '@wholepage/contracts/release';
import { integrityOf } from '@wholepage/releases/manifest';
import { environmentTrust } from '@wholepage/releases/settings';
import { promote } from '@wholepage/releases/steps';

/** Short server entries for tests. */
export const SERVER_ENTRIES = {
  shell: `const OWN_PAGES = { 401: '<h1>Please sign in</h1>', 403: '<h1>Not for you</h1>', 404: '<h1>Oops! Page Not Found</h1>' };
  export async function render({ path, status }) {
    return { before: '<header>' + path + '</header><main>', after: (OWN_PAGES[status] ?? '') + '</main><footer></footer>' };
  }`,
  says: (text: string) => `let count = 0;
  export async function render({ url }) {
    count += 1;
    return { status: 200, head: { title: ${JSON.stringify(text)} }, html: '<h1>${text}</h1><p>' + new URL(url).search + '</p>', data: { count }, maxAge: 60 };
  }`,
  throws: `export async function render() { throw new Error('broken on purpose'); }`,
  /** Shows the API's text, cacheable for a hundredth of a second. */
  reads: `export async function render({ url, fetch }) {
    const answer = await fetch('/api/post').then((response) => response.text(), () => undefined);
    if (!answer) return { status: 503, head: { title: '' }, html: '<h1>Not now</h1>', data: null, maxAge: 0 };
    return { status: 200, head: { title: '' }, html: '<h1>' + answer + '</h1>', data: null, maxAge: 0.01 };
  }`,
  /** Blocks its process for this many milliseconds per page. */
  labours: (ms: number) => `export async function render({ url }) {
    for (const end = Date.now() + ${ms}; Date.now() < end; );
    return { status: 200, head: { title: '' }, html: '<h1>Done</h1>', data: null, maxAge: 60 };
  }`,
  /** Breaks globals that other code in the same thread would need. */
  spoils: `export async function render() {
    globalThis.URL = undefined; Array.prototype.map = undefined; Object.freeze(globalThis);
    setTimeout(() => { throw new Error('late, and on purpose'); }, 1);
    return { status: 200, head: { title: '' }, html: '<h1>Spoilt</h1>', data: null, maxAge: 0 };
  }`,
};

const route = (path: string, query: string[] = []): ReleaseRoute => ({
  path,
  query,
  document: false,
  sitemap: path.includes(':') ? [] : [path],
  js: [],
  css: [],
});

const ROUTES: Partial<Record<AppName, ReleaseRoute[]>> = {
  shell: [],
  'mf-marketing': [route('/'), route('/contact')],
  'mf-blog': [route('/blog', ['page']), route('/blog/:slug')],
  'mf-careers': [route('/careers')],
  'mf-products': [route('/product'), route('/product/:slug')],
  'mf-courses': [route('/courses'), route('/courses/:id')],
};

/** Writes a manifest as a publish does: signed with its app's key. */
export async function writeManifest(store: string, manifest: { app: string; version: string }): Promise<void> {
  const signature = await environmentTrust().sign(manifest.app, manifest);
  const file = join(store, manifest.app, manifest.version, 'release.json');
  await writeFile(file, JSON.stringify({ ...manifest, signature }));
}

/** Writes a release without a build. @param change parts of its manifest */
export async function writeRelease(
  store: string,
  app: AppName,
  version: string,
  server: string,
  change: Record<string, unknown> = {},
): Promise<void> {
  const entry = app === 'shell' ? 'main.js' : 'remoteEntry.js';
  const files: Record<string, string> = {
    [entry]: `// ${app} ${version}\n${'console.log(1);'.repeat(100)}`,
    'app.css': '@layer pages { h1 { color: red } }',
    'node/render.mjs': server,
  };
  const dir = join(store, app, version);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  const manifest = {
    app,
    version,
    contract: 4,
    builtAt: '2026-11-21T00:00:00.000Z',
    routes: ROUTES[app] ?? [],
    entry: { browser: entry, node: 'node/render.mjs', js: [entry], css: ['app.css'] },
    files: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, { integrity: integrityOf(text), bytes: text.length }]),
    ),
    ...change,
  };
  await writeManifest(store, manifest);
}

/** Makes a store with a shell and the given blog. */
export async function fixtureStore(blog = SERVER_ENTRIES.says('The journal')): Promise<string> {
  const store = await mkdtemp(join(tmpdir(), 'releases-'));
  await goLive(store, 'shell', SERVER_ENTRIES.shell);
  await goLive(store, 'mf-blog', blog);
  return store;
}

/** Makes a store with the page of a second remote, and so with one more guest. */
export async function storeWithHome(blog?: string): Promise<string> {
  const store = await fixtureStore(blog);
  await goLive(store, 'mf-marketing', SERVER_ENTRIES.says('Home'));
  return store;
}

async function goLive(store: string, app: AppName, server: string): Promise<void> {
  await writeRelease(store, app, '1.0.0', server);
  await promote(store, app, '1.0.0');
}

/** Two pages of each remote of {@link wholeSite}: a sound one, and another for tests to break. */
export const PAGES = {
  'mf-marketing': { sound: '/', other: '/contact' },
  'mf-blog': { sound: '/blog', other: '/blog/linen' },
  'mf-courses': { sound: '/courses', other: '/courses/1' },
} as const;

/** Makes a store with a shell and three remotes, each with this server entry. */
export async function wholeSite(entryOf: (app: keyof typeof PAGES) => string): Promise<string> {
  const store = await mkdtemp(join(tmpdir(), 'releases-'));
  await goLive(store, 'shell', SERVER_ENTRIES.shell);
  for (const app of Object.keys(PAGES) as (keyof typeof PAGES)[]) await goLive(store, app, entryOf(app));
  return store;
}
