/** Hostile bodies, and the HTML that must be left of each. */
const HOSTILE: [name: string, html: string, left: string][] = [
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['a javascript link', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
  ['a disguised javascript link', '<a href="java\tscript:alert(1)">a</a>', '<a>a</a>'],
  ['a data link', '<a href="data:text/html,<script>alert(1)</script>">a</a>', '<a>a</a>'],
  ['a picture that fails', '<p>a<img src="x:y" onerror="alert(1)"></p>', '<p>a</p>'],
  ['a picture of data', '<p>a<img src="data:image/svg+xml,<svg onload=alert(1)>"></p>', '<p>a</p>'],
  ['a frame', '<p>a</p><iframe src="https://evil.example"></iframe>', '<p>a</p>'],
  ['a style', '<style>body{display:none}</style><p style="position:fixed" class="modal">a</p>', '<p>a</p>'],
  ['a name that shadows', '<p id="slot" name="config">a</p>', '<p>a</p>'],
  ['a set of frames', '<frameset><frame src="https://evil.example"></frameset>', ''],
  ['a set of frames that is not closed', '<frameset onload="alert(1)"><p>a</p>', '<p>a</p>'],
  ['a page', '<html onclick="alert(1)"><head></head><body onload="alert(1)"><p>a</p>', '<p>a</p>'],
  ['a base', '<base href="https://evil.example"><p>a</p>', '<p>a</p>'],
  ['a form', '<form action="https://evil.example"><input name="q"></form><p>a</p>', '<p>a</p>'],
];

/** Tests of both sanitisers, the browser's and the server's. */
export function itSanitises(sanitisePost: (html: string, host: string) => Promise<string>): void {
  const clean = (html: string, host = '/api') => sanitisePost(html, host);

  test.each(HOSTILE)('%s does nothing', async (_, html, left) => expect(await clean(html)).toBe(left));

  test('svg and math are gone with what hides in them', async () => {
    expect(
      await clean('<svg><script>alert(1)</script></svg><math><mtext><style><img src=x onerror=alert(1)>'),
    ).not.toMatch(/svg|math|script|style|onerror/);
  });

  test("a body's h1 is a part of the page, whose own h1 is the title", async () => {
    expect(await clean('<h1>A <em>b</em></h1>')).toBe('<h2>A <em>b</em></h2>');
  });

  test('a cell is aligned without the obsolete attribute', async () => {
    const aligned = await clean('<p align="center">p</p><table><tr><td align="RIGHT">1</td></tr></table>');
    expect(aligned).toContain('<p>p</p>');
    expect(aligned).toContain('<td data-align="right">1</td>');
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
}
