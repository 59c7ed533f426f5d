import { readRelease } from '@wholepage/releases/manifest';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { RefusedError } from '@wholepage/sign-in/errors';
import type pg from 'pg';
import type { Before, CauseDetails, CauseSummary, Counted, Expected, SourcePlace } from '../../observed';
import { grouped } from './grouped';

const MOST_SHOWN = 300;

interface CauseRow {
  id: string;
  app: string;
  name: string;
  message: string;
  firstSeen: Date;
  lastSeen: Date;
  firstVersion: string;
  place: SourcePlace;
  expected: Expected | null;
}

interface CauseInFull extends CauseRow {
  before: Before | null;
}

interface DayRow {
  cause: string;
  day: string;
  version: string;
  browser: string;
  phase: string;
  page: string;
  count: number;
  verified: number;
}

const CAUSE = `id, app, name, message, first_seen as "firstSeen", last_seen as "lastSeen",
  first_version as "firstVersion", place, expected`;
const DAYS = `select cause, day::text, version, browser, phase, page, count::int, verified::int from cause_days`;

const counted = (rows: readonly DayRow[], what: (row: DayRow) => string): Counted[] => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(what(row), (counts.get(what(row)) ?? 0) + row.count);
  return [...counts].map(([name, count]) => ({ what: name, count })).sort((a, b) => b.count - a.count);
};

const sum = (rows: readonly DayRow[], of: (row: DayRow) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

function summaryOf(cause: CauseRow, rows: readonly DayRow[], visits: number): CauseSummary {
  const { firstSeen, lastSeen, expected, ...rest } = cause;
  const count = sum(rows, (row) => row.count);
  return {
    ...rest,
    firstSeen: firstSeen.toISOString(),
    lastSeen: lastSeen.toISOString(),
    expected: expected ?? undefined,
    count,
    verified: sum(rows, ({ verified }) => verified),
    share: visits > 0 ? count / visits : undefined,
    versions: counted(rows, ({ version }) => version),
    browsers: counted(rows, ({ browser }) => browser),
    pages: counted(rows, ({ page }) => page || 'not known'),
    phases: counted(rows, ({ phase }) => phase),
  };
}

/** Visits that browsers reported within these days, by app. */
async function visitsOf(pool: pg.Pool, days: number): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ app: string; visits: number }>(
    'select app, sum(visits)::int as visits from page_days where day > current_date - $1::int group by app',
    [days],
  );
  return new Map(rows.map(({ app, visits }) => [app, visits]));
}

/** Causes that were seen within these days, the latest first. */
export async function readCauses(
  pool: pg.Pool,
  { app, days }: { app?: string | undefined; days: number },
): Promise<CauseSummary[]> {
  const { rows: causes } = await pool.query<CauseRow>(
    `select ${CAUSE} from causes where ($1::text is null or app = $1) and last_seen > now() - make_interval(days => $2)
     order by last_seen desc limit ${MOST_SHOWN}`,
    [app ?? null, days],
  );
  const { rows } = await pool.query<DayRow>(`${DAYS} where cause = any($1) and day > current_date - $2::int`, [
    causes.map(({ id }) => id),
    days,
  ]);
  const visits = await visitsOf(pool, days);
  const byCause = grouped(rows, ({ cause }) => cause);
  return causes.map((cause) => summaryOf(cause, byCause.get(cause.id) ?? [], visits.get(cause.app) ?? 0));
}

/** One cause, over all days that are known. @throws RefusedError when there is none of this id */
export async function readCause(pool: pg.Pool, store: ReleaseStore, id: string): Promise<CauseDetails> {
  const { rows: causes } = await pool.query<CauseInFull>(`select ${CAUSE}, before from causes where id = $1`, [id]);
  const [found] = causes;
  if (!found) throw new RefusedError(404, 'There is no such error any more.');
  const { before, ...cause } = found;
  const { rows } = await pool.query<DayRow>(`${DAYS} where cause = $1 order by day`, [id]);
  const visits = await visitsOf(pool, 90);
  const commit = await readRelease(store, cause.app, cause.firstVersion).then(
    ({ manifest }) => manifest.commit,
    () => undefined,
  );
  const days = [...grouped(rows, ({ day }) => day)].map(([day, of]) => ({
    day,
    count: sum(of, (row) => row.count),
  }));
  return { ...summaryOf(cause, rows, visits.get(cause.app) ?? 0), days, commit, before: before ?? undefined };
}

/** How many causes each release of an app had first; what is expected is left out. */
export async function readNewCauses(pool: pg.Pool, app: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ version: string; count: number }>(
    `select first_version as version, count(*)::int as count from causes where app = $1 and expected is null
     group by first_version`,
    [app],
  );
  return Object.fromEntries(rows.map(({ version, count }) => [version, count]));
}

/** @param expected null when it is not any more @returns the app of the cause @throws RefusedError when there is none */
export async function expectCause(pool: pg.Pool, id: string, expected: Expected | null): Promise<void> {
  const { rowCount } = await pool.query('update causes set expected = $2 where id = $1', [
    id,
    expected && JSON.stringify(expected),
  ]);
  if (rowCount === 0) throw new RefusedError(404, 'There is no such error any more.');
}
