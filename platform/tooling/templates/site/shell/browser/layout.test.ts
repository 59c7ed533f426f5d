import { layoutOf, type SiteConfig } from './layout';

const config: SiteConfig = {
  siteOrigin: 'https://site.example',
  site: { name: 'Nuts & Bolts', description: '', keywords: '', language: 'en' },
  navigation: { menu: [{ label: 'News', href: '/news', accent: false, sections: [] }] },
};

test('the layout names the site, marks the page that is shown, and holds the opening hours', () => {
  const { before, after } = layoutOf(config, '/news', 200);
  expect(before).toContain('<a class="layout-brand" href="/">Nuts &amp; Bolts</a>');
  expect(before).toContain('<a href="/news" aria-current="page">News</a>');
  expect(after).toContain('data-fragment="home/opening-hours"');
  expect(after).not.toContain('<h1>');
});

test('a path that no remote owns says so', () => {
  expect(layoutOf(config, '/404', 404).after).toContain('<h1>There is no such page</h1>');
  expect(layoutOf(config, '/401', 401).after).toContain('<h1>Please sign in</h1>');
});
