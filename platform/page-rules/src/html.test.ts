/** @jest-environment jsdom */
import { escapeHtml, htmlElement } from './html';
import { type HtmlShape, shapeOf, shapeOfHtml } from './html-shape';

const parsed = (html: string): HtmlShape => {
  const element = document.createElement('div');
  element.innerHTML = html;
  return shapeOf(element);
};

const SERVED =
  '<p class="a">Bed linen<!-- --> &amp; towels, 5 &lt; 6 &#x27;</p><ul><li>One</li><li>Two</li></ul><img src="/a.svg"/><style>a > b {}</style><svg><path d="M0"></path></svg> two\r\nlines';

it('is the same of the text that the server sends and of what a browser makes of it', () => {
  expect(parsed(SERVED)).toBe(shapeOfHtml(SERVED));
  expect(parsed('')).toBe(shapeOfHtml(''));
});

it.each([
  ['comments are stripped', (html: string) => html.replaceAll(/<!--.*?-->/g, '')],
  ['spaces are added between tags', (html: string) => html.replaceAll('><', '> <')],
  ['a text is wrapped', (html: string) => html.replace('Bed linen', '<a href="tel:1">Bed linen</a>')],
  ['a list item is taken out', (html: string) => html.replace('<li>Two</li>', '')],
  ['a word is translated in place', (html: string) => html.replace('towels', 'Handtücher')],
])('is another one when %s', (_what, rewrite) => {
  expect(parsed(rewrite(SERVED))).not.toBe(shapeOfHtml(SERVED));
});

it('costs no more of text that ends in other letters than it began with', () => {
  const began = process.cpuUsage();
  shapeOfHtml('<style></STYLE>'.repeat(60_000));
  // In µs: each search to the end of the page took twelve seconds in all.
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});

it('says in which direction a language is read', () => {
  expect([htmlElement('ar-EG'), htmlElement('ta')]).toEqual([
    '<html lang="ar-EG" dir="rtl">',
    '<html lang="ta" dir="ltr">',
  ]);
});

it('leaves nothing that opens an element, an attribute or an entity', () => {
  expect(escapeHtml(`<a href="x" title='y'>R&D</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;R&amp;D&lt;/a&gt;',
  );
});
