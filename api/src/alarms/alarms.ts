import { and, between, eq, isNull, not, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { alarms } from '../db/tables/schema';
import { messageOf } from '../errors';

const TELL_AGAIN_AFTER = sql`interval '1 hour'`;
const TIMEOUT_MS = 10_000;

interface Options {
  db: Db;
  /** Address that takes `{"alarm": NAME, "text": …}` by POST; chat systems show the text. Undefined: none. */
  alertUrl: string | undefined;
  onAlarm(text: string): void;
}

const tell = async (url: string, name: string, text: string): Promise<void> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ alarm: name, text }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
};

export type Alarms = ReturnType<typeof createAlarms>;

/** Raises alarms: in the log each time, and at `ALERT_URL` once an hour while they last. */
export function createAlarms({ db, alertUrl, onAlarm }: Options) {
  // A future time was noted before the clock was set back.
  const told = between(alarms.notifiedAt, sql`now() - ${TELL_AGAIN_AFTER}`, sql`now()`);
  const due = or(isNull(alarms.notifiedAt), not(told));
  /** @param text without personal data */
  const raise = async (name: string, text: string): Promise<void> => {
    onAlarm(text);
    await db.insert(alarms).values({ name, text }).onConflictDoUpdate({ target: alarms.name, set: { text } });
    if (!alertUrl) return;
    // Claimed before sending, so that only one process sends it.
    const [claimed] = await db
      .update(alarms)
      .set({ notifiedAt: sql`now()` })
      .where(and(eq(alarms.name, name), due))
      .returning();
    if (!claimed) return;
    try {
      await tell(alertUrl, name, text);
    } catch (error) {
      onAlarm(`ALERT_URL could not be reached (${messageOf(error)}).`);
      await db.update(alarms).set({ notifiedAt: null }).where(eq(alarms.name, name));
    }
  };
  return {
    raise,
    /** Raises an alarm with a text; clears it without one. */
    set: async (name: string, text: string | false | undefined): Promise<void> => {
      if (text) await raise(name, text);
      else await db.delete(alarms).where(eq(alarms.name, name));
    },
    /** Clears all alarms of a kind but these. @param prefix of the kind's names */
    clearOthers: async (prefix: string, names: readonly string[]): Promise<void> => {
      const others = names.length > 0 ? notInArray(alarms.name, [...names]) : undefined;
      await db.delete(alarms).where(and(sql`starts_with(${alarms.name}, ${prefix})`, others));
    },
  };
}
