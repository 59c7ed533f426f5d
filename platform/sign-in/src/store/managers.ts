import type pg from 'pg';
import { RefusedError } from '../errors';
import { holds, type RightsModel } from '../rights';
import { inTransaction, type Queries } from './tables';

/** Who manages people: those who hold one right. */
export interface Managers {
  model: RightsModel;
  /** The right, such as `admin`. */
  manages: string;
}

async function managersOf(queries: Queries, { model, manages }: Managers): Promise<number> {
  const { rows } = await queries.query<{ rights: string[] }>('select rights from people where ended_at is null');
  return rows.filter(({ rights }) => holds(model, rights, manages)).length;
}

/**
 * Does what changes somebody's rights or access. Such changes happen one after the other: two managers who take each
 * other's right at the same moment leave one.
 * @throws RefusedError when nobody who manages people would be left
 */
export async function changePeople<T>(
  pool: pg.Pool,
  managers: Managers,
  change: (queries: Queries) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (queries) => {
    await queries.query("select pg_advisory_xact_lock(hashtext('sign-in:people'))");
    const before = await managersOf(queries, managers);
    const result = await change(queries);
    if (before > 0 && (await managersOf(queries, managers)) === 0)
      throw new RefusedError(
        409,
        `Nobody would hold the right "${managers.manages}" any more. Give it to somebody else first.`,
      );
    return result;
  });
}
