import { type DefaultTreeAdapterTypes, parseFragment, type Token } from 'parse5';
import { seeded, TAKES_ALL } from '../../../tooling/src/testing/sample';
import { parsePlaces, readAttributes } from '../fragments/fragment-filler';
import { fragmentProblem, OpenParser, type ParserState, whyNoFragment } from './parse-fragment';
import { AROUND_FRAGMENT, isPlainFragment, scanPlaces } from './scan-fragment';

describe('what a fragment may hold', () => {
  test.each([
    ['an unclosed comment', '<p>x</p><!-- and'],
    ['very many attributes', `<p${Array.from({ length: 20_000 }, (_, index) => ` A${index}`).join('')}></p>`],
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
    ['an end of its slot, whose own end becomes a comment', '<p>a</p></div>Beside it</'],
    ['an end of its slot, whose own end becomes a comment behind a format', '<p>a</p></div><b>Beside it</b></<'],
    ['a button in a button, whose end closes the slot', '<button><div><button></button></div></button>'],
    ['an item in an item, whose end closes the slot', '<li><div><li></li></div></li>'],
    ['a term in a term, whose end closes the slot', '<dd><div><dd></dd></div></dd>'],
    ['a part of a drawing that is none', '<svg><g><div></g></svg></div></div>'],
    ['a character that is none', '<p\0></p></div>'],
    ['attributes for the body', '<body class="mine" onload="x()">'],
    ['attributes for the document', '<html lang="xx">'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">'],
    ['a refresh in other letters', '<META HTTP-EQUIV=refresh content=0>'],
    ['a width of the whole page', '<meta name="viewport" content="width=3000">'],
    ['what other sites learn of addresses', "<p><meta content=unsafe-url name=' REFERRER'></p>"],
    ['a word for search engines', '<meta name="googlebot" content="noindex">'],
    ['a scheme of colours', '<div><meta name="color-scheme" content="dark"/></div>'],
    ['a picture for the tab', '<link rel="shortcut icon" href="/x.png">'],
    ['an application of its own', '<link rel="mani&#102;est" href="/x.json"/>'],
    ['a script', '<p>a</p><script>alert(1)</script>'],
    ['data in a script', '<script type="application/ld+json">{}</script>'],
    ['a script in a drawing', '<svg><script href="/x.js"></script></svg>'],
    ['a form in place of querySelector', '<form name="querySelector"></form>'],
    ['a form in place of the cookies', '<form name=cookie></form>'],
    ['a picture in place of getElementById', '<p><img alt="" name="getElementById"></p>'],
    ['a name in other letters', '<IMG NAME="cookie">'],
    ['a name that is written in another way', '<img name="cooki&#101;"/>'],
    ['an object in place of the body', '<object name="body"></object>'],
    ['a frame in place of the head', '<iframe name="head"></iframe>'],
    ['any element in place of addEventListener', '<section id="addEventListener"></section>'],
    ['a drawing in place of the title', '<svg><g id="title"></g></svg>'],
    ['an element in place of the slot', '<div id="slot"></div>'],
    ['an element in place of the data of the page', '<template><p id="page-state"></p></template>'],
    ['an element in place of a part of the layout', '<p id="layout-bar"></p>'],
    [
      'a page in a frame of its own, whose scripts are the site’s',
      '<iframe srcdoc="&lt;script src=/x.js>&lt;/script>"></iframe>',
    ],
    ['another base', '<base href="https://evil.example">'],
    ['a text of any length in a select', '<select><plaintext></select>'],
    ['a title in a select, which newer browsers open', '<select><title></select>'],
    ['a style in a select', '<select><style></select>'],
    ['another base in a select', '<select><base href="https://evil.example"></select>'],
    ['a refresh in a select', '<select><meta http-equiv="refresh" content="0"></select>'],
    ['a button that a select leaves open', '<select><button></select>'],
    ['a text section in a drawing', '<svg><foreignObject><![CDATA[></foreignObject></svg>'],
    ['a text section in a formula', '<math><mi><![CDATA[></mi></math>'],
    ['an element that a drawing leaves open', '<svg><desc><label></desc></svg>'],
    ['an element of old that a drawing leaves open', '<svg><desc><keygen></desc></svg>'],
    ['a template that a table leaves open', '<table><b><template><thead></thead></b></table>'],
    ['elements without end', '<div>'.repeat(1_000) + '</div>'.repeat(1_000)],
    ['a few bytes that become very many elements', Array.from({ length: 2_000 }, (_, n) => `<b id=${n}><p>x`).join('')],
    ['a long text that is not well-formed', `<p>${'x'.repeat(70_000)}`],
  ])('%s is refused', (_name, html) => {
    expect(whyNoFragment(html)).toMatch(/its HTML/);
  });

  test('an end of its slot behind a paragraph that ended a formula, and a place in it, is refused', () => {
    const html = '<math><p><fragment-slot><summary></summary></fragment-slot>beside</p></math>';
    expect(whyNoFragment(html, AROUND_FRAGMENT)).toMatch(/its HTML/);
  });

  test.each([
    ['nothing', ''],
    ['a text', 'a < b, and c > d'],
    [
      'names of fields, and names that are not properties',
      '<form name="enquiry" id="main-form"><input name="name"/><input name="cookie" id="cookies"/><a name="title">a</a></form>',
    ],
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
    ['facts about a thing', '<p itemscope><meta itemprop="name" content="a"/><link itemprop="url" href="/a"/></p>'],
    ['a table', '<table><thead><tr><th scope="col">a</th></tr></thead>\n<tbody><tr><td>b</td></tr></tbody></table>'],
    [
      'lists',
      '<ul><li>a<ul><li>b</li></ul></li></ul><dl><dt>a</dt><dd>b</dd></dl><dl><div><dt>c</dt><dd>d</dd></div></dl>',
    ],
    ['text for who runs no scripts', '<noscript><p>none</p></noscript>'],
    ['an element of a name that objects have', '<constructor name="a">b</constructor>'],
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
    ['words in a drawing', '<svg><foreignObject><p>a<br>b</p></foreignObject><path d="M0 0"/></svg>'],
    [
      'a select with a look of its own',
      '<select><button><selectedcontent></selectedcontent></button><option><b>a</b></option><hr><option>b</option></select>',
    ],
    ['a block in a paragraph', '<p><div>a</div></p>'],
  ])('%s is mended as browsers do', (_name, html) => {
    expect(whyNoFragment(html)).toBeUndefined();
  });

  const NAMES =
    'div p a b i span li ul ol dl dt dd h1 h2 table tbody thead tr td th caption colgroup col select option optgroup button form input br img svg path g title style script textarea noscript template ruby rt rp label main section nobr math mi desc foreignObject pre hr iframe details summary meta'.split(
      ' ',
    );
  const TEXTS = ['x', ' ', '', '<!-- c -->', '&amp;', '<!---->', '\n', '>', '"'];

  /** Makes a random fragment that is well-formed or nearly so. */
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
    const next = seeded(29);
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
});

describe('the parser that waits for more', () => {
  /** A parser that records its state at each `<i>`. */
  class Noting extends OpenParser {
    readonly noted: (ParserState & { inTemplate: boolean; isBold: boolean })[] = [];

    static read(html: string) {
      const parser = new Noting();
      parser.write('<!doctype html><body>', false);
      parser.write(html, true);
      return parser.noted;
    }

    override onStartTag(token: Token.TagToken): void {
      if (token.tagName === 'i')
        this.noted.push({ ...this.state(), inTemplate: this.isInTemplate, isBold: this.isOpenSince(undefined, 'b') });
      super.onStartTag(token);
    }
  }

  const names = (nodes: readonly DefaultTreeAdapterTypes.ParentNode[]) =>
    nodes.flatMap((node) => ('tagName' in node ? node.tagName : []));

  test('parse5 has the fields that parse-fragment.ts reads; where it has not, that file alone needs others', () => {
    const [within, behind, template] = Noting.read(
      '<form><p><b><i></i></b></p></form><i></i><template><i></i></template>',
    );
    expect(names(within?.open ?? [])).toEqual(['html', 'body', 'form', 'p', 'b']);
    expect(within).toMatchObject({ formatting: [expect.anything()], inTemplate: false, isBold: true });
    expect(within?.form).toBeTruthy();
    expect(names(behind?.open ?? [])).toEqual(['html', 'body']);
    expect(behind).toMatchObject({ formatting: [], form: null, isBold: false, mode: within?.mode });
    expect(template?.inTemplate).toBe(true);
    expect(template?.mode).not.toBe(within?.mode);
  });
});

describe('attributes', () => {
  const asParsed = (startTag: string): Token.Attribute[] => {
    const [element] = parseFragment(startTag).childNodes;
    return element && 'attrs' in element ? element.attrs : [];
  };

  /** Drops repeated attributes: the first of a name counts. */
  const firstOfEach = (attributes: Token.Attribute[]): Token.Attribute[] =>
    attributes.filter(({ name }, index) => attributes.findIndex((each) => each.name === name) === index);

  const PIECES = [
    '<a-b',
    ' data-x',
    '="',
    '"',
    "'",
    '=',
    '&quot;',
    '&amp;',
    '&amp',
    '&#39;',
    '&copy',
    '&lt;',
    ' ',
    '\n',
    '\t',
    'A',
    'z',
    '/',
    '>',
    '<',
  ];

  const ROUNDS = TAKES_ALL ? 20_000 : 2_000;

  test('any start tag is read as a parser of HTML reads it', () => {
    const next = seeded(7);
    const pick = () => PIECES[Math.floor(next() * PIECES.length)] ?? '';
    for (let round = 0; round < ROUNDS; round += 1) {
      const quoted = () => ` ${'xyz'[Math.floor(next() * 3)]}="${next() < 0.5 ? '{&quot;a&quot;:1}' : pick()}"`;
      const startTag =
        round % 2 === 0
          ? `<fragment-slot${quoted()}${quoted()}>`
          : `<fragment-slot${Array.from({ length: 8 }, pick).join('')}>`;
      expect([startTag, firstOfEach(readAttributes(startTag))]).toEqual([startTag, asParsed(startTag)]);
    }
  });
});

describe('the places where fragments stand', () => {
  const PLACE = '<fragment-slot data-fragment="shop/one"></fragment-slot>';
  const within = (...names: string[]) => ['div', 'main', 'div', ...names, 'fragment-slot'];

  test.each([
    ['the end of its own place', '</fragment-slot><h1>Mine</h1>'],
    ['the end of a section that may be around it', 'x</section>y'],
    ['the end of a list that may be around it', 'x</ul>'],
    ['a format that may be around it', 'x</b>'],
    ['a paragraph that is left open, in which the end of the place means nothing', '<p>x'],
    ['an end that the end of the place completes', 'x</fragment-slot '],
    ['a mark of the check', '<behind-fragment></behind-fragment><textarea>'],
  ])('%s is refused wherever it stands', (_name, html) => {
    expect(whyNoFragment(html, AROUND_FRAGMENT)).toMatch(/its HTML/);
  });

  test.each([
    ['p', '<p>x</p>'],
    ['p', '<div>x</div>'],
    ['p', '<ul><li>x</li></ul>'],
    ['p', 'x</p>'],
    ['a', '<a href="/x">x</a>'],
    ['a', '<span><a href="/x">x</a></span>'],
    ['button', '<button>x</button>'],
    ['form', '<form><input></form>'],
    ['form', '<div><form></form></div>'],
    ['li', '<li>x</li>'],
    ['dd', '<dt>x</dt>'],
    ['nobr', '<nobr>x</nobr>'],
  ])('what closes a <%s> does not stand in one: %s', (name, html) => {
    expect(whyNoFragment(html, within(name))).toMatch(/its HTML/);
    expect(whyNoFragment(html, within(name, 'span'))).toMatch(/its HTML/);
  });

  test('a fragment in the layout takes no place of the layout, wherever it stands', () => {
    for (const id of ['slot', 'main', 'page-state', 'layout-bar'])
      expect(whyNoFragment(`<p id="${id}"></p>`, ['div', 'header', 'fragment-slot'])).toContain(
        `holds a <p id="${id}">`,
      );
    expect(whyNoFragment('<p id="layout"></p>', ['div', 'header', 'fragment-slot'])).toBeUndefined();
  });

  test.each(['<tr><td>x</td></tr>', '<td>x</td>', '<caption>x</caption>', '<tbody></tbody>'])(
    'a part of a table does not stand in a cell: %s',
    (html) => {
      expect(whyNoFragment(html, within('table', 'tbody', 'tr', 'td'))).toMatch(/its HTML/);
    },
  );

  test.each([
    ['p', '<span>x</span> <b>y</b>'],
    ['p', '<button><div>x</div></button>'],
    ['a', '<div>x</div>'],
    ['form', '<p><input></p>'],
    ['li', '<ul><li>x</li></ul>'],
    ['td', '<table><tr><td>x</td></tr></table>'],
    ['h2', '<b>x</b>'],
  ])('what stays in a <%s> stands there: %s', (name, html) => {
    const cell = name === 'td' ? ['table', 'tbody', 'tr'] : [];
    expect(whyNoFragment(html, within(...cell, name))).toBeUndefined();
  });

  test('a place knows what is around it, in HTML that is plain and in HTML that is mended', () => {
    const html = `<section><p>a ${PLACE}</p><form><a href="/x">${PLACE}</a></form></section>`;
    const around = ['div', 'main', 'div', 'section'];
    const scanned = scanPlaces(html, within().slice(0, -1));
    expect(scanned?.map((place) => place.around)).toEqual([
      [...around, 'p'],
      [...around, 'form', 'a'],
    ]);
    expect(parsePlaces(html, within().slice(0, -1))).toMatchObject(scanned ?? []);
  });

  test.each(['svg', 'math', 'select', 'table', 'tr'])('a <%s> holds no place', (name) => {
    const html = name === 'tr' ? `<table><tr>${PLACE}</tr></table>` : `<${name}>${PLACE}</${name}>`;
    expect(isPlainFragment(html)).toBe(false);
    expect(parsePlaces(html, []).every(({ misplacedIn }) => misplacedIn === name)).toBe(true);
  });

  test('the check of a long fragment deep in a page takes time that grows with its length', () => {
    const html = (pieces: number) => '<p><i>x</i></p>'.repeat(pieces);
    /** Shortest of five times in µs, because other work of the machine only adds to a time. */
    const time = (pieces: number) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const before = process.cpuUsage();
          expect(whyNoFragment(html(pieces), within(...Array.from({ length: 200 }, () => 'section')))).toBeUndefined();
          return process.cpuUsage(before).user;
        }),
      );
    time(2_000);
    // 32 times the length: quadratic time would grow 1,024 times.
    expect(time(64_000)).toBeLessThan(200 * Math.max(time(2_000), 1_000));
  });
});
