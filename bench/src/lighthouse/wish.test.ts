import { PAGES } from '../../../e2e/src/routes';
import { AUDITED, RUNS, wishOf } from './wish';

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
