import { RefusedError } from '../errors';
import type { Collection } from '../wire';

const COUNT_MAX = 100;

function wholeNumber(url: URL, name: string, fallback: number, max: number): number {
  const given = url.searchParams.get(name);
  if (given === null) return fallback;
  if (!/^\d+$/.test(given)) throw new RefusedError(`The ${name} must be an integer.`, { field: name });
  return Math.min(Number(given), max);
}

export const collection = <T>(items: T[]): Collection<T> => ({ entity: 'collection', count: items.length, items });

/**
 * The page of a listing that `from`, `to` (seconds), `skip` and `count` (10, at most 100) ask for.
 * @throws RefusedError that names the parameter at fault
 */
export function listing<T extends { created_at: number }>(items: T[], url: URL): Collection<T> {
  const from = wholeNumber(url, 'from', 0, Number.MAX_SAFE_INTEGER);
  const to = wholeNumber(url, 'to', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const skip = wholeNumber(url, 'skip', 0, Number.MAX_SAFE_INTEGER);
  const count = wholeNumber(url, 'count', 10, COUNT_MAX);
  return collection(items.filter((item) => item.created_at >= from && item.created_at <= to).slice(skip, skip + count));
}
