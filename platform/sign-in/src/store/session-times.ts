const HOUR_MS = 3_600_000;
export const SESSION_MS = 12 * HOUR_MS;
export const IDLE_MS = HOUR_MS / 2;
/** For this long after signing in, nobody is asked again. */
export const RECENT_MS = 5 * 60_000;

/** Of a session `s`: neither too old nor at rest for too long. */
export const ALIVE = `s.created_at > now() - interval '${SESSION_MS} milliseconds' and s.seen_at > now() - interval '${IDLE_MS} milliseconds'`;
