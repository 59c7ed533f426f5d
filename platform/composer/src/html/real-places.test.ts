import { parsePlaces } from '../fragments/fragment-filler';
import { whyNoFragment } from './parse-fragment';
import { AROUND_FRAGMENT, isPlainFragment, scanPlaces } from './scan-fragment';

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
    expect(whyNoFragment(`<p id="${id}"></p>`, ['div', 'header', 'fragment-slot'])).toContain(`holds a <p id="${id}">`);
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
  /** The least of several, in µs: what else the machine does only adds to it. */
  const time = (pieces: number) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const before = process.cpuUsage();
        expect(whyNoFragment(html(pieces), within(...Array.from({ length: 200 }, () => 'section')))).toBeUndefined();
        return process.cpuUsage(before).user;
      }),
    );
  time(2_000);
  // 32 times the length: time that grew with its square would be 1,024 times.
  expect(time(64_000)).toBeLessThan(200 * Math.max(time(2_000), 1_000));
});
