import { readPage as readAnswer, readLayout, readSitemap } from './renderer';

const readPage = (answer: unknown) => readAnswer(answer, { url: 'http://site.test/linen', origins: [] });

const page = { status: 200, head: { title: 'Linen' }, html: '<h1>Linen</h1>', data: null, maxAge: 60 };

test('a page is what it says', () => {
  expect(readPage(page)).toMatchObject({ status: 200, html: '<h1>Linen</h1>' });
  expect(readPage({ ...page, head: { title: '', canonical: '/a', image: 'https://cdn.example/a.jpg' } }).status).toBe(
    200,
  );
});

/** What is wrong, the part of the page with it, and what the refusal says. */
const refused: [string, object, string][] = [
  ['a picture whose address is none', { head: { title: '', image: 'https://cdn example.com/a b.jpg' } }, 'head.image'],
  ['a canonical address that is none', { head: { title: '', canonical: 'http://[' } }, 'head.canonical'],
  ...[
    'https://evil.example/',
    '//evil.example',
    '/\\\\evil.example',
    '/.//evil.example',
    'blob:http://site.invalid/x',
  ].map((canonical): [string, object, string] => [
    `a canonical address of another site, ${canonical}`,
    { head: { title: '', canonical } },
    'head.canonical is not',
  ]),
  ['an address of another kind', { head: { title: '', canonical: 'javascript:alert(1)' } }, 'head.canonical'],
  ['data that the page makes six times as long', { data: '<'.repeat(90_000) }, 'data has more than 524288 bytes'],
  ['long data', { data: { text: 'x'.repeat(524_288) } }, 'data has more than 524288 bytes'],
  ['long structured data', { head: { title: '', jsonLd: [{ a: '<'.repeat(90_000) }] } }, 'head.jsonLd has more'],
  ['to be kept for ever', { maxAge: 1e300 }, 'maxAge'],
  ['to be kept for less than no time', { maxAge: -1 }, 'maxAge'],
  ['no number of seconds', { maxAge: null }, 'maxAge'],
  ['a status that is none', { status: 302 }, 'status'],
  ['HTML that does not end', { html: '<!--' }, 'html its HTML does not end where it should'],
  [
    'a document in place of a fragment',
    { html: '<meta http-equiv="refresh" content="0">' },
    'holds a <meta http-equiv>',
  ],
  ['very long HTML', { html: 'ä'.repeat(1024 * 1024 + 1) }, 'html has more than 2097152 bytes'],
];

test.each(refused)('a page with %s is refused, by name', (_name, part, why) => {
  expect(() => readPage({ ...page, ...part })).toThrow(why);
});

test.each([null, 7, 'page', [], {}])('%j is not a page, and says so in a line', (answer) => {
  expect(() => readPage(answer)).toThrow(/^its page is refused: [^\n]+$/);
});

test('a layout is one element tree in two halves', () => {
  expect(readLayout({ before: '<header></header><main>', after: '</main>' }).after).toBe('</main>');
  expect(() => readLayout({ before: '<main>', after: '</main></div></div><footer></footer>' })).toThrow(
    'its layout is refused',
  );
  expect(() => readLayout(null)).toThrow('its layout is refused');
});

test('a sitemap is a list of paths', () => {
  expect(readSitemap(null)).toEqual([]);
  expect(readSitemap(['/a', '/b?c=d'])).toEqual(['/a', '/b?c=d']);
  for (const path of ['//evil.example', 'https://evil.example/', '/a b', '/a\u0000', '/a<b'])
    expect(() => readSitemap([path])).toThrow('its sitemap is refused');
});
