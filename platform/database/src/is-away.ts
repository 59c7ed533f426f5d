/**
 * Codes that mean "not now". PostgreSQL is shutting down, starting up, gone, too slow, full, read-only after a failover, or
 * lets nobody in while its password or its name changes. The machine finds no name, no way, no file and no space.
 */
const AWAY = /^(57P0[1-5]|57014|53\d{3}|08\w{3}|25P0[34]|25006|28\w{3}|3D000|40001|40P01|58\w{3}|E(?!RR_)[A-Z_]+)$/;
const AWAY_TEXT = /timeout (exceeded|expired)|Connection terminated|not queryable|read timeout|Cannot use a pool/i;

/** Whether an error, or what caused it, means that the database is away for now. */
export const isAway = (error: unknown): boolean => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const code = (cause as NodeJS.ErrnoException).code;
    if ((code && AWAY.test(code)) || AWAY_TEXT.test(cause.message)) return true;
  }
  return false;
};
