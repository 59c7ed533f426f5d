import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { barChart, type Run } from './bars';

const RESULTS = join(ROOT, 'bench', 'results');
const PAGE = readFileSync(join(ROOT, 'docs', 'performance.md'), 'utf8');

const run: Run = {
  date: '2026-01-02',
  command: 'npm run bench -- pages',
  machine: 'any',
  values: [
    { what: '/', value: 80, unit: 'kB', promise: '≤ 92' },
    { what: 'fonts', value: 50, unit: 'kB woff2' },
  ],
};

it('draws a bar for each value of the unit, a mark at its limit and a line at the reference', () => {
  const chart = barChart(run, 'kB', { what: 'an empty page', value: 100, unit: 'kB' }, 'Scripts');
  expect(chart.match(/<rect x=/g)).toHaveLength(1);
  expect(chart).toContain('width="440.0"');
  expect(chart).toContain('d="M736 42');
  expect(chart).toContain('an empty page: 100');
});

it.each(readdirSync(RESULTS))('the page about performance names the command, date and promises of %s', (file) => {
  const { date, command, machine, values }: Run = JSON.parse(readFileSync(join(RESULTS, file), 'utf8'));
  expect([date, command, machine]).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  // A table's rows follow the link to their run.
  const [, ...after] = PAGE.split(`results/${file}`);
  expect(after.length).toBeGreaterThan(0);
  const rows = after.flatMap((text) => text.split('/results/', 1)).flatMap((text) => text.split('\n'));
  const cells = rows.map((row) => row.split(' | '));
  /** A row's first cell names a value, or several with `…` in the place of what differs. */
  const isOf = (name: string, what: string): boolean => {
    const [before = '', after] = name.split('…');
    return after === undefined ? name === what : what.startsWith(before) && what.endsWith(after);
  };
  const promised = values.filter((row) => row.promise);
  for (const { what, promise } of promised) {
    const [name = '', , shown] =
      cells.find((cell) => isOf(cell[0]?.slice(2) ?? '', what) && cell[1]?.startsWith(promise ?? '')) ?? [];
    const numbers = promised.filter((other) => isOf(name.slice(2), other.what)).map(({ value }) => Number(value));
    const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
    expect([what, shown?.split(' ')[0]]).toEqual([what, lowest === highest ? `${lowest}` : `${lowest}–${highest}`]);
  }
});
