import type { Draft } from './weave';

const shifted = (row: string, steps: readonly number[]): Draft =>
  steps.map((step) => row.slice(-step || row.length) + row.slice(0, -step || row.length));

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

const twill = shifted('xx..', upTo(4));

/** How the cloths of the house are woven. */
export const drafts = {
  poplin: ['x.', '.x'],
  twill: shifted('xx.', upTo(3)),
  gabardine: shifted('xxx..', [0, 2, 4, 1, 3]),
  satin: shifted('xxxx.', [0, 2, 4, 1, 3]),
  herringbone: twill.map((row) => row.repeat(3) + [...row.repeat(3)].reverse().join('')),
  // Two threads as one, every eighth: where a tear would have to stop.
  ripstop: upTo(10).map((row) =>
    upTo(10)
      .map((column) => {
        const [r, c] = [row > 7 ? 8 : row, column > 7 ? 8 : column];
        return (r + c) % 2 ? '.' : 'x';
      })
      .join(''),
  ),
  pique: ['xx....xx', 'x.xx.x.x', '.xxxx.x.', '.x.xxxx.', 'x.x.xx.x', 'xx.x..xx', 'x.xx.xx.', '.xx.xx.x'],
} satisfies Record<string, Draft>;
