import pg from 'pg';

/** Connections that give up on what takes too long, so that none is held for ever. */
export const poolOf = (target: pg.PoolConfig, size: number): pg.Pool =>
  new pg.Pool({
    ...target,
    max: size,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
