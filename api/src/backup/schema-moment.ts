import type { PoolClient } from 'pg';

/** Moment of the newest migration that the database has seen. */
export async function schemaMoment(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ moment: string }>(
    'select coalesce(max(created_at), 0)::text as moment from drizzle.__drizzle_migrations',
  );
  return rows[0]?.moment ?? '0';
}
