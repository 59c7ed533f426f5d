import { PAGES } from '../../e2e/src/routes';
import { AUDITED, allBytes, RUNS, scriptBytes, wishOf } from './lighthouse';

test('one page of each kind is audited unless pages are named', () => {
  expect(wishOf([])).toMatchObject({ site: undefined, paths: AUDITED, runs: RUNS });
  expect(wishOf(['/blog', '3', '/'])).toMatchObject({ paths: ['/blog', '/'], runs: 3 });
  expect(wishOf(['all'])).toMatchObject({ paths: PAGES, runs: RUNS });
});

test('pages of a site that runs already are audited there', () => {
  const site = 'http://localhost:3050';
  expect(wishOf([site, '/product/CL-01', '3'])).toEqual({ site, paths: ['/product/CL-01'], runs: 3 });
  expect(() => wishOf([site])).toThrow(`Name pages of ${site}`);
});

test('the kinds are pages of the site', () => {
  expect(AUDITED.filter((path) => !PAGES.some((page) => page === path))).toEqual([]);
});

test.each([[['blog']], [['3', '5']], [['0']]])('%j is refused with an example', (words) => {
  expect(() => wishOf(words)).toThrow(/npm run bench -- lighthouse/);
});

test('a script that is fetched ahead counts once, when it travels', () => {
  const page = 'http://localhost/_releases/mf-blog/assets/page-list.28183295e936.js';
  const requests = [
    { url: 'http://localhost/_releases/shell/1.0.0-a/main.js', transferSize: 14_000 },
    // By `fetch`, and then by the bundler's own element, from the cache.
    { url: page, transferSize: 6_000 },
    { url: page, transferSize: 0 },
    { url: 'http://localhost/_releases/mf-blog/assets/page-list.d914b29c920f.css', transferSize: 3_000 },
    { url: 'http://localhost/_settings/a.json', transferSize: 500 },
  ];
  expect(scriptBytes(requests)).toBe(20_000);
});

test('all that travels is counted, whatever it is', () => {
  expect(allBytes([{ url: 'http://localhost/', transferSize: 9_000 }, { transferSize: 600 }, {}])).toBe(9_600);
});
