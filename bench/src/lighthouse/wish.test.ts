import { PAGES } from '../../../e2e/src/routes';
import { AUDITED, RUNS, wishOf } from './wish';

test('one page of each kind is audited unless pages are named', () => {
  expect(wishOf([])).toEqual({ paths: AUDITED, runs: RUNS });
  expect(wishOf(['/blog', '3', '/'])).toEqual({ paths: ['/blog', '/'], runs: 3 });
  expect(wishOf(['all'])).toEqual({ paths: PAGES, runs: RUNS });
});

test('the kinds are pages of the site', () => {
  expect(AUDITED.filter((path) => !PAGES.some((page) => page === path))).toEqual([]);
});

test.each([[['blog']], [['3', '5']], [['0']]])('%j is refused with an example', (words) => {
  expect(() => wishOf(words)).toThrow(/npm run bench:lighthouse/);
});
