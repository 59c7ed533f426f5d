import { itSanitises } from '../testing/sanitising';
import { sanitisePost } from './on-server';

const clean = (html: string) => sanitisePost(html, '/api');

itSanitises(sanitisePost);

test('what a writer needs stays', async () => {
  const html =
    '<h2>A</h2><blockquote><p>b</p></blockquote><ol start="3"><li>c</li></ol><p><em>d</em> <code>e</code></p>';
  expect(await clean(html)).toBe(html);
});

test('wide tables and code scroll by themselves and take focus', async () => {
  expect(await clean('<table><tr><td align="right">1</td></tr></table>')).toBe(
    '<div role="group" aria-label="Table" tabindex="0" data-scroll=""><table><tr><td data-align="right">1</td></tr></table></div>',
  );
  expect(await clean('<pre><code>a</code></pre>')).toBe('<pre tabindex="0"><code>a</code></pre>');
});

test('text that looks like a table stays text', async () => {
  expect(await clean('<p title="x">&lt;table&gt;</p><img alt="<table>" src="/a.svg">')).not.toContain('<table>');
});

test('pictures wait until they come near, and have a text', async () => {
  expect(await clean('<img src="/a.svg">')).toBe('<img src="/a.svg" alt="" loading="lazy" decoding="async" />');
});
