/**
 * Codes that mean "not now". PostgreSQL is shutting down, starting up, gone, too slow, full, in conflict, read-only after a
 * failover, or refuses logins while its password or name changes. System errors: no host, route, file or disk space.
 */
const AWAY = /^(57P0[1-5]|57014|53\d{3}|08\w{3}|25P0[34]|25006|28\w{3}|3D000|40001|40P01|58\w{3}|E(?!RR_)[A-Z_]+)$/;
const AWAY_TEXT = /timeout (exceeded|expired)|Connection terminated|not queryable|read timeout|Cannot use a pool/i;

/** True when an error, or one of its causes, means that the database is away for now. */
export const isAway = (error: unknown): boolean => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = (cause as NodeJS.ErrnoException).code;
    if ((code && AWAY.test(code)) || AWAY_TEXT.test(cause.message)) return true;
  }
  return false;
};
