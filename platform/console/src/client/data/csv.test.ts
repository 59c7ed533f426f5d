import { toCsv } from './csv';

test('quotes, commas and lines stay in their cells, and no cell is a formula', () => {
  expect(
    toCsv([
      ['a,b', 'say "x"', 'two\nlines', 5],
      ['=HYPERLINK("http://x")', '-1', '+1', -1],
      ['＝1+1', '\n=1+1'],
    ]),
  ).toBe('"a,b","say ""x""","two\nlines",5\r\n"\'=HYPERLINK(""http://x"")",\'-1,\'+1,-1\r\n\'＝1+1,"\'\n=1+1"\r\n');
});
