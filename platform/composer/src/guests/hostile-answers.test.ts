import { sample } from '../../../tooling/src/testing/sample';
import { fixtureStore } from '../testing/fixture-store';
import { type RunningComposer, runComposer } from '../testing/running-composer';

let composer: RunningComposer;
afterEach(() => composer.close());

const entry = (part: string) => `export async function render({ url }) {
  const sound = { status: 200, head: { title: 'Sound' }, html: '<h1>Sound</h1>', data: null, maxAge: 0 };
  return url.includes('/bad') ? { ...sound, ${part} } : sound;
}`;

const get = async (path: string) => {
  const response = await fetch(composer.origin + path);
  return { status: response.status, html: await response.text() };
};

/** What a page answers, and no layout can hold. */
const ANSWERS: [name: string, part: string][] = [
  ['a picture whose address is none', `head: { title: 'Mine', image: 'https://cdn example.com/a b.jpg' }`],
  ['a canonical address that is none', `head: { title: 'Mine', canonical: 'http://[' }`],
  ['data 50,000 levels deep', `data: JSON.parse('['.repeat(5e4) + ']'.repeat(5e4))`],
  [
    'structured data 5,000 levels deep',
    `head: { title: 'Mine', jsonLd: [{ a: JSON.parse('['.repeat(5e3) + ']'.repeat(5e3)) }] }`,
  ],
  ['3 MB of <', `data: '<'.repeat(3e6)`],
  ['300,000 keys', `data: Object.fromEntries(Array.from({ length: 3e5 }, (_, key) => [key + 'k', 1]))`],
  ['a lifetime without end', `maxAge: 1e300`],
  ['a comment that does not end', `html: '<!--'`],
  ['ends of what it did not open', `html: '</div></main></div>'`],
  ['a select that newer browsers read to the end of the page', `html: '<select><title></select>'`],
  ['a refresh', `html: '<meta http-equiv="refresh" content="0;url=https://evil.example">'`],
];

test.each(sample(ANSWERS, ['data 50,000 levels deep', '300,000 keys', 'a comment that does not end', 'a refresh']))(
  'a page with %s is a failed render, by name, in its layout',
  async (_name, part) => {
    composer = await runComposer(await fixtureStore(entry(part)));
    const { status, html } = await get('/blog/bad');
    expect(status).toBe(503);
    expect(html).toContain('<footer></footer></div>');
    expect(html).toContain('id="page-state"');
    expect(html).not.toContain('evil.example');
    const failure = composer.events.find(({ event }) => event === 'render failed');
    expect(failure?.details).toMatchObject({ app: 'mf-blog', version: '1.0.0', path: '/blog/bad' });
    expect((await get('/blog/sound')).html).toContain('<h1>Sound</h1>');
  },
);
