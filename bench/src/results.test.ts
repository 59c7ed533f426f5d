import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../illustrations/diagrams';

const ROOT = join(__dirname, '..', '..');
const RESULTS = join(ROOT, 'bench', 'results');
const PAGE = readFileSync(join(ROOT, 'docs', 'performance.md'), 'utf8');

it.each(readdirSync(RESULTS))('the page about performance names the command, date and promises of %s', (file) => {
  const { date, command, machine, values }: Run = JSON.parse(readFileSync(join(RESULTS, file), 'utf8'));
  expect([date, command, machine]).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  // The rows of a table follow the link to their run.
  const [, ...after] = PAGE.split(`results/${file}`);
  expect(after.length).toBeGreaterThan(0);
  const rows = after.flatMap((text) => text.split('/results/', 1)).flatMap((text) => text.split('\n'));
  const cells = rows.map((row) => row.split(' | '));
  /** True when a row's first cell names the value; `…` in it stands for the part in which several names differ. */
  const isOf = (name: string, what: string): boolean => {
    const [before = '', after] = name.split('…');
    return after === undefined ? name === what : what.startsWith(before) && what.endsWith(after);
  };
  // Values without a promise may be missing on the page.
  for (const { what, value } of values.filter((row) => !row.promise)) {
    const [, shown = ''] = cells.find((cell) => cell[0] === `| ${what}`) ?? [];
    expect([what, shown]).toEqual([what, expect.stringMatching(shown && `^\\| ${value} `)]);
  }
  const promised = values.filter((row) => row.promise);
  for (const { what, promise } of promised) {
    const [name = '', , shown] =
      cells.find((cell) => isOf(cell[0]?.slice(2) ?? '', what) && cell[1]?.startsWith(promise ?? '')) ?? [];
    const numbers = promised.filter((other) => isOf(name.slice(2), other.what)).map(({ value }) => Number(value));
    const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
    expect([what, shown?.split(' ')[0]]).toEqual([what, lowest === highest ? `${lowest}` : `${lowest}–${highest}`]);
  }
});
