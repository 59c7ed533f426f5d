import type { ReleaseManifest } from '@wholepage/contracts/release';
import { type Histogram, merged, quantile } from '@wholepage/releases/digests/digest';
import type pg from 'pg';
import type { ComposerSummary } from '../shapes';
import type { HealthRow } from './digests';

/** The present day in SQL. Days are those of UTC. */
export const TODAY = `(now() at time zone 'utc')::date`;

const MOST_ROWS = 20_000;
const MOST_SHOWN = 500;
const PART = 0.75;

/** `failed`: visits with a failure. One that never ended is in `failed` alone: browsers report a visit when it ends. */
type Row = Record<'app' | 'day' | 'version' | 'page' | 'device', string> &
  Record<'visits' | 'failed', number> &
  Record<'lcp' | 'inp' | 'cls', Histogram>;

const all = (rows: readonly { lcp: Histogram; inp: Histogram; cls?: Histogram }[], of: 'lcp' | 'inp' | 'cls') =>
  quantile(
    rows.reduce<Histogram>((sum, row) => merged(sum, row[of] ?? {}), {}),
    PART,
  );

/** Returns the 75th percentile of each timing, in milliseconds. */
const vitalsOf = (rows: readonly { lcp: Histogram; inp: Histogram }[]) => ({
  lcp: all(rows, 'lcp'),
  inp: all(rows, 'inp'),
});

export const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

const visitsOf = (rows: readonly Record<'visits' | 'failed', number>[]) => {
  const failed = total(rows, (row) => row.failed);
  const ended = total(rows, ({ visits }) => visits);
  return { visits: Math.max(ended, failed), failed };
};

const figuresOf = (rows: readonly Row[]) => ({
  ...visitsOf(rows),
  ...vitalsOf(rows),
  cls: all(rows, 'cls'),
});

export async function readPages(
  pool: pg.Pool,
  { days, app, device }: { days: number; app?: string | undefined; device?: string | undefined },
) {
  const { rows } = await pool.query<Row>(
    `select app, day::text, version, page, device, visits::int, failed::int, lcp, inp, cls from page_days
     where day > ${TODAY} - $1::int and ($2::text is null or app = $2) and ($3::text is null or device = $3)
     order by day desc limit ${MOST_ROWS}`,
    [days, app ?? null, device ?? null],
  );
  const keyOf = (row: Row) => JSON.stringify([row.app, row.version, row.page, row.device]);
  const pages = [...Map.groupBy(rows, keyOf).values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const { app, version, page, device } = first;
    return [{ app, version, page: page || 'not known', device, ...figuresOf(of) }];
  });
  const byDay = [...Map.groupBy(rows, ({ day }) => day)].map(([day, of]) => ({ day, ...figuresOf(of) }));
  return {
    pages: pages.sort((a, b) => b.visits - a.visits).slice(0, MOST_SHOWN),
    days: byDay.sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

type Released = { app: string } & Record<'live' | 'previous', string | undefined>;

/** Returns the figures of live releases in the last hour, by app. Apps without figures are left out. */
export async function readHealth(pool: pg.Pool, released: readonly Released[]) {
  const { rows } = await pool.query<HealthRow>(
    `select app, version, visits::int, failed::int, made::int, made_failed::int as "madeFailed", lcp, inp from health
     where at > now() - interval '1 hour' order by at desc limit ${MOST_ROWS}`,
  );
  const { rows: earlier } = await pool.query<Pick<Row, 'app' | 'version' | 'lcp' | 'inp'>>(
    `select app, version, lcp, inp from page_days p where (app, version) in (select * from unnest($1::text[], $2::text[]))
       and day = (select max(day) from page_days q where q.app = p.app and q.version = p.version) limit ${MOST_ROWS}`,
    [released.map(({ app }) => app), released.map(({ previous }) => previous ?? '')],
  );
  const byApp = Map.groupBy(rows, ({ app }) => app);
  const earlierByApp = Map.groupBy(earlier, ({ app }) => app);
  const health = released.flatMap(({ app, live, previous }) => {
    const own = (byApp.get(app) ?? []).filter(({ version }) => version === live);
    const before = earlierByApp.get(app) ?? [];
    if (own.length === 0) return [];
    const figures = {
      ...visitsOf(own),
      made: total(own, ({ made }) => made),
      madeFailed: total(own, ({ madeFailed }) => madeFailed),
      ...vitalsOf(own),
      before: previous !== undefined && before.length > 0 ? vitalsOf(before) : undefined,
    };
    return [[app, figures] as const];
  });
  return new Map(health);
}

/** Returns the composers whose digest is less than a minute old. @param generation the registry's present generation */
export async function readComposers(pool: pg.Pool, generation: number): Promise<ComposerSummary[]> {
  const { rows } = await pool.query<Omit<ComposerSummary, 'hasFollowed'>>(
    `select id, host, generation, started_at as "startedAt", seen_at as "seenAt" from composers
     where seen_at > now() - interval '1 minute' order by host, id limit 200`,
  );
  return rows.map((composer) => ({ ...composer, hasFollowed: composer.generation >= generation }));
}

type FragmentRow = Record<'app' | 'page' | 'of' | 'fragment', string> & { seenAt: Date };

/** Returns live releases' fragments, with the pages that held them within a week, and held fragments that none declares. */
export async function readFragments(pool: pg.Pool, live: readonly ReleaseManifest[]) {
  const { rows } = await pool.query<FragmentRow>(
    'select app, page, of, fragment, seen_at as "seenAt" from holds order by of, fragment, app, page limit 5000',
  );
  const held = Map.groupBy(rows, ({ of, fragment }) => `${of} ${fragment}`);
  const summaryOf = (app: string, version: string, name: string, when: string) => {
    const by = held.get(`${app} ${name}`) ?? [];
    const seen = Math.max(0, ...by.map(({ seenAt }) => seenAt.getTime()));
    const seenAt = seen > 0 ? new Date(seen).toISOString() : undefined;
    const heldBy = by.map((hold) => ({ app: hold.app, page: hold.page }));
    return { app, version, name, when, seenAt, heldBy };
  };
  const declared = live.flatMap(({ app, version, fragments = [] }) =>
    fragments.map(({ name, when }) => summaryOf(app, version, name, when)),
  );
  const known = new Set(declared.map(({ app, name }) => `${app} ${name}`));
  const unknown = [...held.values()].flatMap(([first]) =>
    first && !known.has(`${first.of} ${first.fragment}`)
      ? [summaryOf(first.of, '', first.fragment, 'not declared')]
      : [],
  );
  return [...declared, ...unknown];
}
