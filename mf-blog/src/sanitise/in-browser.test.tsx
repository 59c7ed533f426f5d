import { HOSTILE } from '../testing/hostile';
import { sanitisePost } from './in-browser';

const clean = (html: string, host = '/api') => sanitisePost(html, host);

test.each(HOSTILE)('%s does nothing', async (_, html, left) => expect(await clean(html)).toBe(left));

test('svg and math are gone with what hides in them', async () => {
  expect(
    await clean('<svg><script>alert(1)</script></svg><math><mtext><style><img src=x onerror=alert(1)>'),
  ).not.toMatch(/svg|math|script|style|onerror/);
});

test('a heading of the first rank becomes one of the second', async () => {
  expect(await clean('<h1>A <em>b</em></h1>')).toBe('<h2>A <em>b</em></h2>');
});

test('tables, code and pictures are finished as on the server', async () => {
  document.body.innerHTML = await clean('<table><tr><td>1</td></tr></table><pre>a</pre><img src="/a.svg">');
  expect(document.querySelector('[data-scroll][tabindex="0"][role="group"] > table')).not.toBeNull();
  expect(document.querySelector('pre')).toHaveAttribute('tabindex', '0');
  expect(document.querySelector('img')).toHaveAttribute('loading', 'lazy');
  expect(document.querySelector('img')).toHaveAttribute('alt', '');
});

test('a cell is aligned without the obsolete attribute, as on the server', async () => {
  const clean = await sanitisePost('<p align="center">p</p><table><tr><td align="RIGHT">1</td></tr></table>', '/api');
  expect(clean).toContain('<p>p</p>');
  expect(clean).toContain('<td data-align="right">1</td>');
});

test('addresses are relative to a blog host that is another origin', async () => {
  const there = await clean('<a href="/b">b</a><img src="d.jpg">', 'https://blog.example');
  expect(there).toContain('href="https://blog.example/b"');
  expect(there).toContain('src="https://blog.example/d.jpg"');
});

test('pictures of posts lie behind the blog host', async () => {
  const html = '<a href="/covers/a.webp">a</a><img src="/covers/a.webp" alt="A seam">';
  const here = await clean(html);
  expect(here).toContain('src="/api/covers/a.webp"');
  expect(here).toContain('href="/covers/a.webp"');
  expect(await clean(html, 'https://blog.example')).toContain('src="https://blog.example/covers/a.webp"');
});
