import type pg from 'pg';

/** For {@link openServiceDatabase}: the table that notes the applied migrations of this package. */
export const SIGN_IN_MIGRATIONS_TABLE = 'sign_in_migrations';

/** Tables that may only grow. */
export const APPEND_ONLY = ['audit'] as const;

/** The database of a service, or a transaction on it. */
export type Queries = Pick<pg.Pool, 'query'>;

/** Does several changes at once, or none. */
export async function inTransaction<T>(pool: pg.Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
