import { sanitisePost } from '../../mf-blog/src/sanitise/on-server';
import { whyNoFragment } from '../../platform/composer/src/html/parse-fragment';
import { sample } from '../../platform/tooling/src/testing/sample';
import { writePost } from '../src/posts/html';
import { officeOf, somebody } from './helpers/office';
import { startSite, type TestSite } from './helpers/site';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());
const { call } = officeOf(() => site);
const POST = {
  slug: 'hostile',
  title: 'Hostile',
  excerpt: null,
  author: null,
  cover_path: null,
  status: 'draft',
  publish_at: '2026-05-31T09:30',
  meta_title: null,
  meta_description: null,
  meta_keywords: null,
};
const preview = (markdown: string) => call('POST', '/post-previews', { ...POST, markdown }, somebody('writer'));

const ENDLESS: [string, string][] = [
  ['66,000 open <b>', '<b>'.repeat(66_000)],
  ['20,000 formats that close each other', '<b><i>'.repeat(10_000) + '</b></i>'.repeat(10_000)],
  ['60,000 paragraphs in links', '<a><p>'.repeat(28_000)],
  ['199,000 quotes', '>'.repeat(199_000)],
  [
    'lists in lists',
    Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth * 2)}- a`)
      .join('\n')
      .slice(0, 199_000),
  ],
];

test.each(sample(ENDLESS, ['66,000 open <b>', 'lists in lists']))(
  '%s hold up nobody: 422 in words',
  async (_what, markdown) => {
    let slowest = 0;
    let isOver = false;
    const neighbour = (async () => {
      while (!isOver) {
        const began = performance.now();
        expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
        slowest = Math.max(slowest, performance.now() - began);
      }
    })();
    const { status, body } = await preview(markdown);
    isOver = true;
    await neighbour;
    expect([status, body.message]).toEqual([422, expect.stringContaining('cannot be shown')]);
    expect(slowest).toBeLessThan(2000);
    expect((await preview('A **word**.')).status).toBe(200);
  },
);

const NAMES = [
  ...'a abbr b blockquote button caption code col colgroup dd del div dl dt em figcaption figure form frameset'.split(
    ' ',
  ),
  ...'h1 h2 h3 hr img iframe input li math nobr noscript ol optgroup option p plaintext pre ruby rt script select'.split(
    ' ',
  ),
  ...'span strong style svg table tbody td template textarea tfoot th thead title tr u ul video'.split(' '),
];
/** By which others are moved, closed, or read otherwise; every one with `--all`. */
const OUTER = sample(NAMES, ['a', 'button', 'form', 'li', 'p', 'select', 'svg', 'table', 'td', 'template']);
/** As the page shows them. */
const problemsOf = async (fragments: readonly string[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const fragment of fragments) {
    const { html } = await writePost(fragment);
    const problem = whyNoFragment(await sanitisePost(html, '/api'));
    if (problem) problems.push(`${fragment}: ${problem}`);
  }
  return problems;
};

test('every element, alone or within others, closed or not, becomes what a page shows', async () => {
  const alone = NAMES.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}>x</${name}>y`]);
  const within = OUTER.flatMap((outer) => NAMES.map((inner) => `<${outer}>a<${inner}>b</${outer}>c</${inner}>d`));
  const thrice = NAMES.map((name) => `<table><tr><${name}><td><table><${name}>x</table><p><table><td>y<${name}>`);
  expect(await problemsOf([...alone, ...within, ...thrice])).toEqual([]);
});

test('what stands in a table that is not closed stays in reading order for browsers', async () => {
  expect((await writePost('<td>alone')).html).toBe('alone');
  expect((await writePost('<table><tr><td>a<table><td>b</table></table>')).html).toBe(
    '<table><tbody><tr><td>a<table><tbody><tr><td>b</td></tr></tbody></table></td></tr></tbody></table>',
  );
});
