import { whyNoFragment } from './check-fragment';
import { fragmentProblem } from './parse-fragment';
import { isPlainFragment } from './scan-fragment';

test.each([
  ['an unclosed comment', '<p>x</p><!-- and'],
  ['a comment that ends in a way of its own', '<!--></div>-->'],
  ['an unclosed textarea', '<textarea>'],
  ['an unclosed title', '<title>'],
  ['an unclosed script', '<script>'],
  ['a script that ends where it does not', '<script><!--<script></script></script>'.slice(0, -9)],
  ['an unclosed style', '<style>'],
  ['an unclosed template', '<template>'],
  ['an unclosed iframe', '<iframe>'],
  ['an unclosed noscript', '<noscript>'],
  ['a noscript that ends in a comment', '<noscript><!--</noscript><div>--></noscript>'],
  ['a noscript that ends in an attribute', '<noscript><p title="</noscript><div>"></p></noscript>'],
  ['plaintext', '<plaintext>'],
  ['an unclosed select', '<select>'],
  ['an unclosed table', '<table><tr><td>'],
  ['an unclosed attribute', '<p title="'],
  ['an unclosed tag', '<p '],
  ['an unclosed form', '<form>'],
  ['an unclosed link, which goes on behind', '<a href="https://evil.example">'],
  ['bold that goes on behind', '<b>'],
  ['closing tags of what it did not open', '</div></main></div><h1>Mine</h1>'],
  ['a button in a button, whose end closes the slot', '<button><div><button></button></div></button>'],
  ['an item in an item, whose end closes the slot', '<li><div><li></li></div></li>'],
  ['a term in a term, whose end closes the slot', '<dd><div><dd></dd></div></dd>'],
  ['a part of a drawing that is none', '<svg><g><div></g></svg></div></div>'],
  ['a character that is none', '<p\0></p></div>'],
  ['attributes for the body', '<body class="mine" onload="x()">'],
  ['attributes for the document', '<html lang="xx">'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">'],
  ['a refresh in other letters', '<META HTTP-EQUIV=refresh content=0>'],
  ['another base', '<base href="https://evil.example">'],
  ['elements without end', '<div>'.repeat(1_000) + '</div>'.repeat(1_000)],
  ['a few bytes that become very many elements', Array.from({ length: 2_000 }, (_, n) => `<b id=${n}><p>x`).join('')],
  ['a long text that is not well-formed', `<p>${'x'.repeat(70_000)}`],
])('%s is refused', (_name, html) => {
  expect(whyNoFragment(html)).toMatch(/its HTML/);
});

test.each([
  ['nothing', ''],
  ['a text', 'a < b, and c > d'],
  ['elements', '<section class="x" id="y"><h1>A</h1><p>b<br/>c<img src="/a.jpg" alt=""/></p></section>'],
  [
    'what React writes',
    '<!--$--><div hidden="">a<!-- -->b</div><!--/$--><link rel="preload" as="image" href="/x.jpg"/>',
  ],
  [
    'a drawing',
    '<svg viewBox="0 0 1 1"><defs><linearGradient id="g"><stop offset="0"></stop></linearGradient></defs><path d="M0 0"/></svg>',
  ],
  [
    'a form',
    '<form method="post"><label>a<input name="a"></label><select><option selected="">x</option></select><textarea name="b">c</textarea><button>d</button></form>',
  ],
  ['a table', '<table><thead><tr><th scope="col">a</th></tr></thead>\n<tbody><tr><td>b</td></tr></tbody></table>'],
  [
    'lists',
    '<ul><li>a<ul><li>b</li></ul></li></ul><dl><dt>a</dt><dd>b</dd></dl><dl><div><dt>c</dt><dd>d</dd></div></dl>',
  ],
  ['text for who runs no scripts', '<noscript><p>none</p></noscript>'],
])('%s is plain', (_name, html) => {
  expect([isPlainFragment(html) || html.includes('a < b'), fragmentProblem(html)]).toEqual([true, undefined]);
});

test.each([
  ['an end tag left out', '<p>a<p>b'],
  ['items without ends', '<ul><li>a<li>b</ul>'],
  ['a table without a body', '<table><tr><td>a</td></tr></table>'],
  ['other quotes', "<a href='/x'>a</a>"],
  ['no quotes', '<a href=/x>a</a>'],
  ['a template', '<template><td>a</td></template>'],
  ['a formula', '<math><mi>x</mi></math>'],
  ['a block in a paragraph', '<p><div>a</div></p>'],
])('%s is mended as browsers do', (_name, html) => {
  expect(whyNoFragment(html)).toBeUndefined();
});

/** The same sequence at every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const NAMES =
  'div p a b i span li ul ol dl dt dd h1 h2 table tbody thead tr td th caption colgroup col select option optgroup button form input br img svg path g title style script textarea noscript template ruby rt rp label main section nobr math mi desc foreignObject pre hr iframe details summary meta'.split(
    ' ',
  );
const TEXTS = ['x', ' ', '', '<!-- c -->', '&amp;', '<!---->', '\n', '>', '"'];

/** Fragments that are nearly, or wholly, well-formed. */
function fragment(next: () => number): string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const open: string[] = [];
  let html = '';
  for (let step = 0; step < 4 + next() * 24; step += 1) {
    const turn = next();
    if (turn < 0.45) {
      const small = pick(NAMES);
      const name = next() < 0.05 ? small.toUpperCase() : small;
      html += `<${name}${next() < 0.2 ? ' class="a>b"' : ''}>`;
      if (!['br', 'img', 'input', 'hr', 'col', 'meta'].includes(small)) open.push(name);
    } else if (turn < 0.85 && open.length > 0) html += `</${open.pop()}>`;
    else if (turn < 0.87) html += `</${pick(NAMES)}>`;
    else html += pick(TEXTS);
  }
  return (
    html +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}

test('what the scan lets through, the parser finds in its place', () => {
  const next = numbers(29);
  let plain = 0;
  for (let turn = 0; turn < 60_000; turn += 1) {
    const html = fragment(next);
    if (!isPlainFragment(html)) continue;
    plain += 1;
    const problem = fragmentProblem(html);
    if (problem) throw new Error(`${problem}: ${html}`);
  }
  expect(plain).toBeGreaterThan(1_000);
});
