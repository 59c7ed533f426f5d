import type { Fault } from './check';
import { resultLines } from './run-gate';

const faultAt = (where: string, what: string): Fault => ({ where, what, todo: 'Mend it.' });

const linesOf = (faults: Fault[]): string =>
  resultLines({ check: 'visits', holds: 'it works', outcome: 'failed', faults, milliseconds: 10 }).join('\n');

test('a page that is full of faults does not hide what is wrong on others', () => {
  const loud = Array.from({ length: 40 }, (_, index) => faultAt('/loud', `fault ${index}`));
  const lines = linesOf([...loud, faultAt('/quiet', 'it leads the visitor away')]);
  expect(lines).toContain('fault 2');
  expect(lines).not.toContain('fault 3');
  expect(lines).toContain('and 37 more there');
  expect(lines).toContain('/quiet\n        it leads the visitor away');
});

test('of very many places the rest is counted', () => {
  const lines = linesOf(Array.from({ length: 30 }, (_, index) => faultAt(`/page-${index}`, 'it fails')));
  expect(lines).toContain('/page-23');
  expect(lines).toMatch(/and 6 more places$/);
});
