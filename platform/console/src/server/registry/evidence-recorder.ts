import type pg from 'pg';
import type { WritableStore } from 'releases/store/store';
import { pointOf, readEvidence } from '../views/evidence';

const EVERY_MS = 3_000;
const KEPT_DAYS = 90;

interface RecorderOptions {
  pool: pg.Pool;
  store: WritableStore;
  /** Canaries that run now. */
  canaries(): Promise<{ app: string; version: string }[]>;
  /** Told of an app whose evidence grew. */
  onGrowth(app: string): void;
  onTrouble(text: string): void;
}

/** Notes how the evidence about canaries grows: the store keeps the newest figures only. */
export class EvidenceRecorder {
  private readonly last = new Map<string, string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(private readonly options: RecorderOptions) {}

  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.record()
        .catch((error: unknown) => this.options.onTrouble(error instanceof Error ? error.message : String(error)))
        .finally(() => this.start());
    }, EVERY_MS);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Notes the figures of each canary that changed. */
  async record(): Promise<void> {
    const { pool, store, canaries, onGrowth } = this.options;
    const running = await canaries();
    for (const key of this.last.keys())
      if (!running.some(({ app, version }) => key === `${app}@${version}`)) this.last.delete(key);
    for (const { app, version } of running) {
      const point = pointOf(await readEvidence(store, app, version));
      const figures = JSON.stringify(point);
      if (this.last.get(`${app}@${version}`) === figures) continue;
      this.last.set(`${app}@${version}`, figures);
      const { percent, visitorsCanary, visitorsLive, failed, lcp, inp } = point;
      await pool.query(
        `insert into evidence_points (app, version, percent, visitors_canary, visitors_live, failed, lcp, inp)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [app, version, percent, visitorsCanary, visitorsLive, failed, lcp, inp],
      );
      await pool.query(`delete from evidence_points where at < now() - interval '${KEPT_DAYS} days'`);
      onGrowth(app);
    }
  }
}
