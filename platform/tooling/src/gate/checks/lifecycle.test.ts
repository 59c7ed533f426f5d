import { sample } from '../../testing/sample';
import { onSmallSite } from '../testing/small-site';
import { begunLater, leftBehind, marksLeft, placeAndRemove, readMarks } from './lifecycle';

/** Number of visits, as the gate makes to each further route. */
const TIMES = 10;

const onPage = onSmallSite();

/** Mounts and removes a fragment `TIMES` times. @param comes script on connect @param goes script on disconnect */
function leftBy(comes: string, goes = ''): Promise<string[]> {
  const script = `customElements.define('fragment-slot', class extends HTMLElement {
    connectedCallback() { this.setAttribute('data-state', 'ready'); ${comes} }
    disconnectedCallback() { ${goes} }
  });`;
  return onPage({ script }, async (opened) => {
    const visit = () => placeAndRemove(opened.page, { of: 'mf-evil/card', props: '' });
    const found = await leftBehind(opened, { where: `unmount, ${TIMES} times of mf-evil/card`, times: TIMES, visit });
    return found.map(({ where, what }) => `${where}: ${what}`);
  });
}

/** Scripts that leave something behind at each mount, with the gate's message. */
const LEFT: [string, RegExp][] = [
  ["document.addEventListener('keydown', () => this)", / (9|10|11) listeners more/],
  ["if ((window.turn = !window.turn)) document.addEventListener('keydown', () => this)", / (5|6) listeners more/],
  ['setInterval(() => {}, 1000)', / 10 intervals more/],
  ["new BroadcastChannel('news').onmessage = () => this", / (9|10|11) listeners more/],
  ["matchMedia('print').addEventListener('change', () => this)", / (9|10|11) listeners more/],
  ['(window.kept ??= []).push(this.cloneNode())', / (9|1\d) nodes more/],
  ['(window.kept ??= []).push(new Float64Array(1e5))', / \d\.\d MB of heap more/],
  ['document.adoptedStyleSheets.push(new CSSStyleSheet())', / 10 styles more/],
];

test.each(sample(LEFT, ['setInterval(() => {}, 1000)']))(
  'a fragment that leaves something behind is named: %s',
  async (comes, expected) => {
    expect((await leftBy(comes)).join('\n')).toMatch(expected);
  },
);

test('a fragment that ends what it began, or keeps something once, leaves nothing behind', async () => {
  const once = 'if ((window.turn = (window.turn ?? 0) + 1) === 8) setInterval(() => {}, 1000);';
  const comes = `${once} this.hear = () => {}; addEventListener('resize', this.hear); this.beat = setInterval(this.hear, 50)`;
  expect(await leftBy(comes, "removeEventListener('resize', this.hear); clearInterval(this.beat)")).toEqual([]);
});

test.each<[string, RegExp[]]>([
  ['const again = () => setTimeout(again, 3000); again()', [/^3 timeouts were begun/]],
  ['(async () => { for (;;) await new Promise((go) => setTimeout(go, 3000)); })()', [/^3 timeouts were begun/]],
  ['setTimeout(() => {}, 3000)', []],
])('timeouts that are begun after an app was left are named: %s', (script, expected) =>
  onPage({ script }, async (opened) => {
    const found = await begunLater(opened, 'mf-evil');
    expect(found.map(({ what }) => what)).toEqual(expected.map((words) => expect.stringMatching(words)));
  }),
);

test('a fragment that only shows its fallback is named', async () => {
  await expect(leftBy("this.setAttribute('data-state', 'fallback')")).rejects.toThrow(
    'mf-evil/card was never shown: its state is fallback',
  );
});

test.each([
  ["document.querySelector('#slot').append('.')", []],
  ['window.fetch = ((own) => (...given) => own(...given))(fetch)', ['it has replaced or added fetch']],
  ['window.left = 1', ['it has left window.left']],
  [
    "document.querySelector('footer p').textContent = 'x'",
    ['it has changed the layout: footer>p:0 words: Since 1973 → x'],
  ],
])('what a fragment leaves changed on the page of others is named: %s', (script, expected) =>
  onPage({}, async (opened) => {
    const before = await readMarks(opened);
    await opened.page.evaluate(script);
    expect(await marksLeft(before, opened, (name) => name === 'expected')).toEqual(expected);
  }),
);
