import { hash } from 'node:crypto';
import type { Digest, DigestCause, DigestPage } from '@wholepage/releases/digests/digest';
import { digestNames, type Histogram, merged, readDigest, removeDigest } from '@wholepage/releases/digests/digest';
import type { WritableStore } from '@wholepage/releases/store/store';
import { inTransaction, jsonOf, type Queries } from '@wholepage/sign-in/tables';
import type pg from 'pg';
import { type Before, KEPT_DAYS, type SourceLocation } from '../shapes';
import type { SourceLocations } from './causes';
import { TODAY } from './observed';

const TIDY_MS = 3_600_000;
/** Largest lead of a composer's clock. A digest from further in the future is dropped. */
const MOST_SKEW_MS = 10 * 60_000;
/** Pause since all digests were read, below which new ones count as written now, whatever their composer's clock says. */
const SOON_MS = 30_000;
/** Key of the advisory lock by which one of the consoles that share a database reads at a time. */
const LOCK = 7_310_033;

const TIDY = [
  `delete from digests where read_at < now() - interval '2 days'`,
  `delete from composers where seen_at < now() - interval '1 day'`,
  `delete from cause_days where day <= ${TODAY} - ${KEPT_DAYS}`,
  `delete from causes where (last_seen at time zone 'utc')::date <= ${TODAY} - ${KEPT_DAYS}`,
  `delete from page_days where day <= ${TODAY} - ${KEPT_DAYS}`,
  `delete from holds where seen_at < now() - interval '7 days'`,
  `delete from health where at < now() - interval '1 day'`,
];

/** Reads the composers' digests into the database, and removes them from the private store. */
export class DigestWatch {
  private tidiedAt = 0;
  private lookedAt = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly privateStore: WritableStore,
    private readonly locations: SourceLocations,
  ) {}

  /**
   * Reads all waiting digests.
   * @param onRead called with the causes of the digests that were read, unless none waited
   * @throws when the store or the database is unavailable; unread digests stay
   */
  async look(onRead: (causes: readonly LocatedCause[]) => void): Promise<void> {
    const now = Date.now();
    const isSoon = now - this.lookedAt < SOON_MS;
    const names = await digestNames(this.privateStore);
    // A transaction's lock, because PgBouncer would leave a session's behind. It also ends an idle transaction: hence `select 1`.
    await inTransaction(this.pool, async (held) => {
      const { rows } = await held.query<{ isFree: boolean }>(`select pg_try_advisory_xact_lock(${LOCK}) as "isFree"`);
      if (!rows[0]?.isFree) return;
      const causes: LocatedCause[] = [];
      try {
        for (const name of names) {
          await this.read(name, isSoon ? now : undefined, causes);
          await held.query('select 1');
        }
        this.lookedAt = now;
      } finally {
        if (names.length > 0) onRead(causes);
      }
      await this.tidy();
    });
  }

  /**
   * @param heardAt time of writing by the console's clock; undefined where only the composer's clock tells it
   * @param read gets the digest's causes once they are stored
   */
  private async read(name: string, heardAt: number | undefined, read: LocatedCause[]): Promise<void> {
    const digest = await readDigest(this.privateStore, name);
    const isTimely = digest && Math.abs(Date.parse(digest.at) - Date.now()) < KEPT_DAYS * 24 * 3_600_000;
    if (!digest || !isTimely || Date.parse(digest.at) > Date.now() + MOST_SKEW_MS) {
      await removeDigest(this.privateStore, name);
      return;
    }
    const causes: LocatedCause[] = [];
    for (const cause of digest.causes)
      causes.push({ ...cause, location: await this.locations.find(cause, cause.stack) });
    const timed = heardAt === undefined ? digest : byClock(digest, heardAt);
    const isNew = await inTransaction(this.pool, (queries) => keepDigest(queries, name, timed, causes));
    if (isNew) read.push(...causes);
    await removeDigest(this.privateStore, name);
  }

  private async tidy(): Promise<void> {
    if (Date.now() - this.tidiedAt < TIDY_MS) return;
    for (const statement of TIDY) await this.pool.query(statement);
    this.tidiedAt = Date.now();
  }
}

/** Returns a digest with its times moved to the console's clock. */
const byClock = (digest: Digest, heardAt: number): Digest => {
  const startedAt = Date.parse(digest.composer.startedAt) + heardAt - Date.parse(digest.at);
  return {
    ...digest,
    at: new Date(heardAt).toISOString(),
    composer: { ...digest.composer, startedAt: new Date(startedAt).toISOString() },
  };
};

const MOST_CAUSES = 3_000;
/** Number of causes deleted at a time: those seen up to three times first, the longest unseen before the others. */
const MAKES_ROOM = 100;

export interface LocatedCause extends DigestCause {
  location: SourceLocation;
}

/** Returns the id that errors of one cause share. Lines do not count, because they differ between releases; files do. */
export function causeId({ app, name, message, location }: Pick<LocatedCause, 'app' | 'name' | 'message' | 'location'>) {
  const file = location.frames[location.at]?.file ?? '';
  return hash('sha256', JSON.stringify([app, name, message, file])).slice(0, 16);
}

/** Returns one visitor's breadcrumbs before the error; null without any. */
const beforeOf = ({ breadcrumbs, version, where, verified }: LocatedCause): Before | null =>
  breadcrumbs.length > 0 ? { breadcrumbs, version, browser: where, isVerified: verified > 0 } : null;

/** Stores a cause. @returns whether it is new */
async function keepCause(queries: Queries, at: string, cause: LocatedCause): Promise<boolean> {
  const id = causeId(cause);
  const { app, version, where, phase, page, name, message, location, count, verified } = cause;
  const before = beforeOf(cause);
  const { rows } = await queries.query<{ isNew: boolean }>(
    `insert into causes (id, app, name, message, first_seen, last_seen, first_version, total, place, before)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9)
     on conflict (id) do update set last_seen = greatest(causes.last_seen, excluded.last_seen),
       total = causes.total + excluded.total, place = excluded.place,
       before = case when excluded.before is null
           or ((causes.before->>'isVerified')::boolean and not (excluded.before->>'isVerified')::boolean)
         then causes.before else excluded.before end
     returning (xmax = 0) as "isNew"`,
    [id, app, name, message, at, version, count, jsonOf(location), before && jsonOf(before)],
  );
  await queries.query(
    `insert into cause_days values ($1, ($2::timestamptz at time zone 'utc')::date, $3, $4, $5, $6, $7, $8)
     on conflict (cause, day, version, browser, phase, page)
     do update set count = cause_days.count + excluded.count, verified = cause_days.verified + excluded.verified`,
    [id, at, version, where, phase, page, count, verified],
  );
  return rows[0]?.isNew === true;
}

type Histograms = Record<'lcp' | 'inp' | 'cls', Histogram>;

const together = (before: Partial<Histograms>, page: Pick<DigestPage, 'lcp' | 'inp' | 'cls'>): string[] =>
  (['lcp', 'inp', 'cls'] as const).map((measure) => JSON.stringify(merged(before[measure] ?? {}, page[measure])));

async function keepPage(queries: Queries, at: string, found: DigestPage): Promise<void> {
  const { app, version, page, device, visits, failed } = found;
  const key = [app, at, version, page, device];
  const { rows } = await queries.query<Histograms>(
    `select lcp, inp, cls from page_days where app = $1 and day = ($2::timestamptz at time zone 'utc')::date
     and version = $3 and page = $4 and device = $5 for update`,
    key,
  );
  await queries.query(
    `insert into page_days (app, day, version, page, device, visits, failed, lcp, inp, cls)
     values ($1, ($2::timestamptz at time zone 'utc')::date, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (app, day, version, page, device) do update set visits = page_days.visits + excluded.visits,
       failed = page_days.failed + excluded.failed, lcp = excluded.lcp, inp = excluded.inp, cls = excluded.cls`,
    [...key, visits, failed, ...together(rows[0] ?? {}, found)],
  );
}

export type HealthRow = Record<'app' | 'version', string> &
  Record<'visits' | 'failed' | 'made' | 'madeFailed', number> &
  Record<'lcp' | 'inp', Histogram>;

function healthOf({ pages, renders }: Pick<Digest, 'pages' | 'renders'>): HealthRow[] {
  const found = new Map<string, HealthRow>();
  const of = ({ app, version }: { app: string; version: string }): HealthRow => {
    const none = { visits: 0, failed: 0, made: 0, madeFailed: 0, lcp: {}, inp: {} };
    return found.getOrInsert(`${app} ${version}`, { app, version, ...none });
  };
  for (const page of pages) {
    const health = of(page);
    health.visits += page.visits;
    health.failed += page.failed;
    health.lcp = merged(health.lcp, page.lcp);
    health.inp = merged(health.inp, page.inp);
  }
  for (const render of renders) {
    const health = of(render);
    health.made += render.made;
    health.madeFailed += render.failed;
  }
  return [...found.values()];
}

async function keepHealth(queries: Queries, at: string, health: HealthRow): Promise<void> {
  const { app, version, visits, failed, made, madeFailed } = health;
  const bucket = `date_bin('5 minutes', $1::timestamptz, 'epoch'::timestamptz)`;
  const { rows } = await queries.query<Pick<HealthRow, 'lcp' | 'inp'>>(
    `select lcp, inp from health where at = ${bucket} and app = $2 and version = $3 for update`,
    [at, app, version],
  );
  const [lcp, inp] = together(rows[0] ?? {}, { ...health, cls: {} });
  await queries.query(
    `insert into health (at, app, version, visits, failed, made, made_failed, lcp, inp)
     values (${bucket}, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (at, app, version) do update set visits = health.visits + excluded.visits,
       failed = health.failed + excluded.failed, made = health.made + excluded.made,
       made_failed = health.made_failed + excluded.made_failed, lcp = excluded.lcp, inp = excluded.inp`,
    [at, app, version, visits, failed, made, madeFailed, lcp, inp],
  );
}

async function makeRoom(queries: Queries): Promise<void> {
  const { rows } = await queries.query<{ count: number }>('select count(*)::int as count from causes');
  if ((rows[0]?.count ?? 0) <= MOST_CAUSES) return;
  await queries.query(
    `delete from causes where id in (
       select id from causes where expected is null order by (total > 3), last_seen limit ${MAKES_ROOM})`,
  );
}

/** Writes a digest into the database. A digest that is read again changes nothing. @returns false when it was there already */
async function keepDigest(
  queries: Queries,
  name: string,
  digest: Digest,
  causes: readonly LocatedCause[],
): Promise<boolean> {
  const { rowCount } = await queries.query('insert into digests (name) values ($1) on conflict do nothing', [name]);
  if (rowCount === 0) return false;
  const { composer, at, generation, pages } = digest;
  await queries.query(
    `insert into composers values ($1, $2, $3, $4, $5) on conflict (id) do update
     set generation = greatest(composers.generation, excluded.generation),
         seen_at = greatest(composers.seen_at, excluded.seen_at)`,
    [composer.id, composer.host, generation, composer.startedAt, at],
  );
  let hasGrown = false;
  for (const cause of causes) hasGrown = (await keepCause(queries, at, cause)) || hasGrown;
  for (const { app, page, of, fragment } of digest.holds)
    await queries.query(
      `insert into holds values ($1, $2, $3, $4, $5) on conflict (of, fragment, app, page)
       do update set seen_at = greatest(holds.seen_at, excluded.seen_at)`,
      [app, page, of, fragment, at],
    );
  for (const page of pages) await keepPage(queries, at, page);
  for (const health of healthOf(digest)) await keepHealth(queries, at, health);
  if (hasGrown) await makeRoom(queries);
  return true;
}
