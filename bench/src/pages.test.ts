import { SCRIPTS, travelled } from './pages';

test('a script that is fetched ahead counts once, when it travels', () => {
  const page = 'http://localhost/_releases/mf-blog/assets/page-list.28183295e936.js';
  const requests = [
    { url: 'http://localhost/_releases/shell/1.0.0-a/main.js', transferSize: 14_000 },
    // The file is requested by `fetch`, then by the bundler's own element, from the cache.
    { url: page, transferSize: 6_000 },
    { url: page, transferSize: 0 },
    { url: 'http://localhost/_releases/mf-blog/assets/page-list.d914b29c920f.css', transferSize: 3_000 },
    { url: 'http://localhost/_settings/a.json', transferSize: 500 },
  ];
  expect(travelled(requests, SCRIPTS)).toBe(20_000);
});

test('all that travels is counted, whatever it is', () => {
  expect(travelled([{ url: 'http://localhost/', transferSize: 9_000 }, { transferSize: 600 }, {}])).toBe(9_600);
});
