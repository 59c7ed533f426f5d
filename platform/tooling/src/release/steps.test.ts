import { wayBack } from './steps';

test.each([
  ['1.0.0', ' (before: 1.0.0). `npm run rollback mf-blog` takes it back.'],
  // Released again: what it replaced stays what a rollback leads to.
  ['1.1.0', '. `npm run wholepage -- retire mf-blog` takes it off the site.'],
  [undefined, '. `npm run wholepage -- retire mf-blog` takes it off the site.'],
])('after %j', (before, says) => {
  expect(wayBack('mf-blog', '1.1.0', before)).toBe(says);
});
