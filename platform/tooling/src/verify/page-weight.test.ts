import { type ReleaseManifest, releaseManifestSchema } from '@wholepage/contracts/release';
import { integrityOf } from '@wholepage/releases/manifest';
import { routeBytes } from './budgets';

const route = (path: string, change: object = {}) => ({ path, js: ['page.js'], css: ['page.css'], ...change });

/** A release whose files have these many bytes after brotli. */
const release = (app: string, js: string[], css: string[], brotli: Record<string, number>): ReleaseManifest =>
  releaseManifestSchema.parse({
    app,
    version: '1.0.0',
    contract: 4,
    builtAt: '',
    routes: [route('/blog')],
    entry: { browser: js[0], node: 'node/render.mjs', js, css },
    files: Object.fromEntries(
      Object.entries(brotli).map(([name, bytes]) => [
        name,
        { integrity: integrityOf(Buffer.from(name)), bytes: bytes * 3, brotli: bytes },
      ]),
    ),
  });

test('a page weighs what the shell, its remote and itself bring, each file once, as it travels', () => {
  const shell = release('shell', ['main.js', 'react.js'], ['main.css'], {
    'main.js': 5_000,
    'react.js': 58_000,
    'main.css': 9_000,
    'later.js': 7_000,
  });
  const blog = release('mf-blog', ['remoteEntry.js', 'page.js'], [], {
    'remoteEntry.js': 4_000,
    'page.js': 6_000,
    'page.css': 3_000,
  });
  const [page] = blog.routes;
  if (!page) throw new Error('The blog has a route.');
  expect(routeBytes(shell, blog, page)).toEqual({ scripts: 73_000, styles: 12_000 });
});
