import { HOSTILE } from '../testing/hostile';
import { sanitisePost } from './on-server';

const clean = (html: string, host = '/api') => sanitisePost(html, host);

test.each(HOSTILE)('%s does nothing', async (_, html, left) => expect(await clean(html)).toBe(left));

test('svg and math are gone with what hides in them', async () => {
  expect(
    await clean('<svg><script>alert(1)</script></svg><math><mtext><style><img src=x onerror=alert(1)>'),
  ).not.toMatch(/svg|math|script|style|onerror/);
});

test('what a writer needs stays', async () => {
  const html =
    '<h2>A</h2><blockquote><p>b</p></blockquote><ol start="3"><li>c</li></ol><p><em>d</em> <code>e</code></p>';
  expect(await clean(html)).toBe(html);
});

test("a body's h1 is a part of the page, whose own h1 is the title", async () => {
  expect(await clean('<h1>A</h1>')).toBe('<h2>A</h2>');
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

test('addresses are relative to a blog host that is another origin', async () => {
  const html = '<a href="/b">b</a><a href="#c">c</a><img src="d.jpg" alt="d">';
  const there = await clean(html, 'https://blog.example');
  expect(there).toContain('href="https://blog.example/b"');
  expect(there).toContain('href="#c"');
  expect(there).toContain('src="https://blog.example/d.jpg"');
  expect(await clean('<a href="/blog/b">b</a>')).toBe('<a href="/blog/b">b</a>');
});

test('pictures of posts lie behind the blog host', async () => {
  const html = '<a href="/covers/a.webp">a</a><img src="/covers/a.webp" alt="A seam">';
  const here = await clean(html);
  expect(here).toContain('src="/api/covers/a.webp"');
  expect(here).toContain('href="/covers/a.webp"');
  expect(await clean(html, 'https://blog.example')).toContain('src="https://blog.example/covers/a.webp"');
});
