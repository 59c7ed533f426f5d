import type { Digest } from '@wholepage/releases/digests/digest';
import { digestNames, readDigest, removeDigest } from '@wholepage/releases/digests/digest-folder';
import type { WritableStore } from '@wholepage/releases/store/store';
import type pg from 'pg';
import { type FreshCause, keepDigest, type PlacedCause } from './keep-digest';
import type { SourcePlaces } from './source-places';

const EVERY_MS = 3_000;
const KEPT_DAYS = 90;
const TIDY_MS = 3_600_000;
/** Digests are written at the time of their composer's clock. */
const MOST_SKEW_MS = 10 * 60_000;
/** What is found so soon after the look before was written since then, whatever its composer's clock says. */
const SOON_MS = 30_000;
/** Of consoles that share a database one reads at a time. */
const LOCK = 7_310_033;

const TIDY = [
  `delete from digests where read_at < now() - interval '2 days'`,
  `delete from composers where seen_at < now() - interval '1 day'`,
  `delete from cause_days where day < current_date - ${KEPT_DAYS}`,
  `delete from causes where last_seen < now() - interval '${KEPT_DAYS} days'`,
  `delete from page_days where day < current_date - ${KEPT_DAYS}`,
  `delete from holds where seen_at < now() - interval '7 days'`,
  `delete from health where at < now() - interval '1 day'`,
];

interface WatchOptions {
  /** Called when anything was read, with all causes of it. */
  onRead(read: Read): void | Promise<void>;
  onTrouble(text: string): void;
}

/** What was read at a time. */
export interface Read {
  /** Those that nobody had seen before. */
  fresh: FreshCause[];
  all: PlacedCause[];
}

/** Reads the composers' digests into the database, and removes them from the private store. */
export class DigestWatch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isStopped = false;
  private tidiedAt = 0;
  private lookedAt = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly privateStore: WritableStore,
    private readonly places: SourcePlaces,
  ) {}

  start(options: WatchOptions): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.look(options.onRead)
        .catch((error: unknown) => options.onTrouble(error instanceof Error ? error.message : String(error)))
        .finally(() => this.start(options));
    }, EVERY_MS);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Reads all that waits. @throws when the store or the database is unavailable; what was not read then waits on */
  async look(onRead: WatchOptions['onRead']): Promise<void> {
    const now = Date.now();
    const isSoon = now - this.lookedAt < SOON_MS;
    const names = await digestNames(this.privateStore);
    this.lookedAt = now;
    const client = await this.pool.connect();
    try {
      const { rows } = await client.query<{ isFree: boolean }>(`select pg_try_advisory_lock(${LOCK}) as "isFree"`);
      if (!rows[0]?.isFree) return;
      try {
        const read: Read = { fresh: [], all: [] };
        for (const name of names) {
          const { fresh, all } = await this.read(client, name, isSoon ? now : undefined);
          read.fresh.push(...fresh);
          read.all.push(...all);
        }
        if (names.length > 0) await onRead(read);
        await this.tidy(client);
      } finally {
        await client.query(`select pg_advisory_unlock(${LOCK})`);
      }
    } finally {
      client.release();
    }
  }

  /** @param heardAt when it was written, by the console's clock; undefined where only its composer's says */
  private async read(client: pg.PoolClient, name: string, heardAt: number | undefined): Promise<Read> {
    const digest = await readDigest(this.privateStore, name);
    const isTimely = digest && Math.abs(Date.parse(digest.at) - Date.now()) < KEPT_DAYS * 24 * 3_600_000;
    if (!digest || !isTimely || Date.parse(digest.at) > Date.now() + MOST_SKEW_MS) {
      await removeDigest(this.privateStore, name);
      return { fresh: [], all: [] };
    }
    const causes: PlacedCause[] = [];
    for (const cause of digest.causes) causes.push({ ...cause, place: await this.places.find(cause, cause.stack) });
    const fresh = await inTransaction(client, () =>
      keepDigest(client, name, heardAt === undefined ? digest : byClock(digest, heardAt), causes),
    );
    await removeDigest(this.privateStore, name);
    return { fresh: fresh ?? [], all: fresh ? causes : [] };
  }

  private async tidy(client: pg.PoolClient): Promise<void> {
    if (Date.now() - this.tidiedAt < TIDY_MS) return;
    for (const statement of TIDY) await client.query(statement);
    this.tidiedAt = Date.now();
  }
}

/** A digest whose times are those of the console's clock. */
const byClock = (digest: Digest, heardAt: number): Digest => {
  const startedAt = Date.parse(digest.composer.startedAt) + heardAt - Date.parse(digest.at);
  return {
    ...digest,
    at: new Date(heardAt).toISOString(),
    composer: { ...digest.composer, startedAt: new Date(startedAt).toISOString() },
  };
};

async function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
