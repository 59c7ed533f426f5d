import { budgetRows } from '@wholepage/tooling/budgets';
import { kilobytes, type Line } from '../measure/line';

/** What a visitor fetches before touching anything, from what the releases say of themselves. */
export async function measurePages(): Promise<Line[]> {
  return (await budgetRows())
    .filter(({ what }) => what !== 'styles')
    .map(({ page, what, bytes, budget }) => ({
      what: `${what} on ${page}, brotli`,
      value: kilobytes(bytes),
      goal: `≤ ${kilobytes(budget)}`,
      holds: bytes <= budget,
    }));
}
