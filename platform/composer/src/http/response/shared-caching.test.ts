import type { ReleaseManifest } from '@wholepage/contracts/release';
import { PRIVATE_CACHING, pageCaching } from './send';

const release = (app: string, version: string) => ({ app, version }) as ReleaseManifest;
const RELEASES = [release('shell', '1.0.0'), release('mf-blog', '2.1.0')];

test('a browser asks each time, a shared cache once a second, and both go on for a day while nobody answers', () => {
  expect(pageCaching(RELEASES, false)).toEqual({
    'cache-control': 'public, max-age=0, s-maxage=1, stale-if-error=86400',
    'cdn-cache-control': 'max-age=1, stale-while-revalidate=10, stale-if-error=86400',
    'cache-tag': 'shell@1.0.0,mf-blog@2.1.0',
  });
});

test('nginx in front keeps a page for when nobody answers, and takes it for outdated at once', () => {
  expect(pageCaching(RELEASES, true)['x-accel-expires']).toBe('@1');
});

test('what is one visitor’s alone is kept by no cache in front', () => {
  expect(PRIVATE_CACHING).toEqual({ 'cdn-cache-control': 'private, no-store', 'x-accel-expires': '0' });
});
