import { RefusedError } from '../../errors';

/** @throws RefusedError 404 when a record is not there */
export function found<T>(record: T | undefined): T {
  if (record === undefined) throw new RefusedError(404, 'This is not there, or not any more.');
  return record;
}
