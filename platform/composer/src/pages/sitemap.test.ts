import type { PublicConfig } from '@wholepage/contracts/mount';
import type { LoadedRelease, ReleaseSet } from '../releases/release-set';
import { robots, SitemapMaker } from './text-files';

const config: PublicConfig = {
  siteOrigin: 'https://site.example',
  site: { name: 'Test & Thimble', description: '', keywords: '', language: 'en' },
};

const release = (app: string, sitemap: string[]) =>
  ({ manifest: { app, version: '1.0.0', routes: [{ sitemap }] } }) as unknown as LoadedRelease;
const set: ReleaseSet = {
  id: 'set',
  apps: { 'mf-marketing': release('mf-marketing', ['/', '/contact']), 'mf-blog': release('mf-blog', ['/blog']) },
} as unknown as ReleaseSet;

const locations = (text: string) => [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);

test('holds what routes declare and what remotes find out, and while one finds out nothing what it found last', async () => {
  const found: Record<string, () => Promise<string[]>> = {
    'mf-marketing': async () => [],
    'mf-blog': async () => ['/blog', '/blog/a&b'],
  };
  const events: unknown[] = [];
  const maker = new SitemapMaker({
    settings: { siteOrigin: 'https://site.example' },
    sites: { of: () => ({ config }) },
    renderer: { sitemap: ({ manifest }) => found[manifest.app]?.() ?? Promise.reject(new Error('nobody')) },
    log: (level, event, details) => events.push({ level, event, details }),
  });
  const first = await maker.make(set);
  const all = ['/', '/contact', '/blog', '/blog/a&amp;b'].map((path) => `https://site.example${path}`);
  expect(locations(first.response.body.toString())).toEqual(all);
  expect(first.complete).toBe(true);

  found['mf-blog'] = () => Promise.reject(new Error('the API is gone'));
  const second = await maker.make(set);
  expect(locations(second.response.body.toString())).toEqual(all);
  expect(second.complete).toBe(false);
  expect(events).toEqual([
    {
      level: 'warn',
      event: 'sitemap failed',
      details: { app: 'mf-blog', version: '1.0.0', phase: 'sitemap', reason: 'the API is gone' },
    },
  ]);
});

test('robots keep out of the API, but for what the site names, and of remotes alone', () => {
  const site = { definition: { indexedApiPaths: ['/api/covers/'] } };
  expect(robots({ siteOrigin: 'https://site.example', site }).split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Allow: /api/covers/',
    'Disallow: /_standalone/',
    'Sitemap: https://site.example/sitemap.xml',
    '',
  ]);
});
