import { headSchema } from '@wholepage/contracts/head';
import { HeadCache } from './small-caches';

const LINEN = headSchema.parse({ title: 'Linen' });
const OTHER = headSchema.parse({ title: 'Not here' });

let heads: HeadCache;
beforeEach(() => {
  heads = new HeadCache();
  heads.remember('/blog/linen', 200, LINEN);
});

test.each([404, 410])('a page that answers %d is forgotten', (status) => {
  heads.remember('/blog/linen', status, OTHER);
  expect(heads.of('/blog/linen')).toBeUndefined();
});

test.each([500, 503])('a page that answers %d is still the page that it was', (status) => {
  heads.remember('/blog/linen', status, OTHER);
  expect(heads.of('/blog/linen')).toEqual(LINEN);
});
