import { csvLine } from './csv';

const cell = (value: unknown): string => csvLine([value]).trimEnd();

test.each([
  ['+91 98400 00000', '+91 98400 00000'],
  ['+91-44-5550.1973', '+91 44 5550 1973'],
  ['+91 44 5550 1973 ext. 5', '+91 44 5550 1973 ext 5'],
  ['+914455501973x12', '+914455501973 ext 12'],
  ['+91 44 5550 1973 EXT: 5', '+91 44 5550 1973 ext 5'],
  ['098400 00000', '098400 00000'],
  ['09840000000', '098400 00000'],
  ['+919840000000', '+9198400 00000'],
  ['919840000000', '9198400 00000'],
])('the phone %s is text without a quote before it', (phone, written) => {
  expect(cell(phone)).toBe(`"${written}"`);
});

test.each([
  '=1+1',
  "+cmd|' /C calc'!A0",
  '+91 98400 00000+cmd()',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\u00a0=1+1',
  '＝1+1',
  '＠SUM(A1)',
])('what a spreadsheet would run is text: %j', (value) => {
  expect(cell(value)).toMatch(/^"'/);
});

test.each([
  ['Linen;=1+1', "Linen;'=1+1"],
  ['Linen;"=HYPERLINK(A1)', 'Linen;""\'=HYPERLINK(A1)'],
  ["Linen\n @SUM(A1)\n-2+3+cmd|' /C calc'!A0", "Linen\n '@SUM(A1)\n'-2+3+cmd|' /C calc'!A0"],
  ['Linen;+1\t+cmd()', "Linen;+1\t'+cmd()"],
  ['Aprons;\n- forty, in blue\n+91 98400 00000; -5 °C', 'Aprons;\n- forty, in blue\n+91 98400 00000; -5 °C'],
])(
  'where semicolons end cells, what a spreadsheet would run is text, and a list stays as it is: %j',
  (value, written) => {
    expect(cell(value)).toBe(`"${written}"`);
  },
);

test.each(['0', '50000', '9840000000', '2026', -1, 919840000000])('the number %s stays one', (value) => {
  expect(cell(value)).toBe(`"${value}"`);
});

test('quotes, commas and line breaks stay in their cell', () => {
  expect(csvLine(['a"b', 'c,d', 'e\r\nf', null])).toBe('"a""b","c,d","e\r\nf",""\r\n');
});

test.each(['\r\n', '\t+'])('a message of very many %j keeps nobody waiting', (part) => {
  const began = performance.now();
  expect(csvLine([`a${part.repeat(30_000)}b`])).toHaveLength(60_006);
  expect(performance.now() - began).toBeLessThan(500);
});
