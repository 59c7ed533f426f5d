import { parseRequestUrl } from './request';

const ORIGIN = 'https://site.test';

test.each([
  ['/contact?a=b', '/contact?a=b'],
  ['http://site.test/contact?a=b', '/contact?a=b'],
  ['HTTPS://elsewhere.example:8080/contact', '/contact'],
])('%s asks for %s of this site', (asked, path) => {
  expect(parseRequestUrl(asked, ORIGIN)).toEqual(new URL(path, ORIGIN));
});

test.each([
  '',
  '*',
  'contact',
  '//elsewhere.example/',
  'http://site.test//elsewhere.example/',
  'http://site.test/.//elsewhere.example/',
  'http:///contact',
  'http://site.test',
  'http://site.test\\contact',
  'ftp://site.test/contact',
  'site.test:443',
  '/%',
  '/%00',
])('"%s" is not an address', (asked) => {
  expect(parseRequestUrl(asked, ORIGIN)).toEqual({ status: 400 });
});

test.each([
  [4_096, undefined],
  [4_097, 414],
])('an address of %d characters is too long: %s', (length, status) => {
  const asked = parseRequestUrl('/'.padEnd(length, 'a'), ORIGIN);
  expect('status' in asked ? asked.status : undefined).toBe(status);
});
