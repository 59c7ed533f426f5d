import { Cohort } from '@wholepage/releases/canary/cohort';
import { networksSeen, type StepEvidence } from '@wholepage/releases/canary/evidence';
import { canaryKey, EvidenceFolder, evidencePath } from '@wholepage/releases/canary/evidence-folder';
import { judge, type Measure } from '@wholepage/releases/canary/judge';
import type { WritableStore } from '@wholepage/releases/store/store';
import type pg from 'pg';

const EVERY_MS = 2_000;
const KEPT_DAYS = 90;
/** Of one canary: a point every two seconds for three hours, or for as long as anything changes. */
const MOST_POINTS = 5_000;

/** A canary that runs. */
interface RunningCanary {
  app: string;
  version: string;
  startedAt: string | undefined;
}

interface WatchOptions {
  canaries(): Promise<RunningCanary[]>;
  /** Called with an app whose evidence grew. */
  onGrowth(app: string): void;
  onTrouble(text: string): void;
}

interface Watched {
  cohort: Cohort;
  folder: EvidenceFolder;
  noted: string;
}

/** Reads what composers tell each other of canaries, and notes how it grows. */
export class EvidenceWatch {
  private readonly watched = new Map<string, Watched>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly privateStore: WritableStore,
  ) {}

  start(options: WatchOptions): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      options
        .canaries()
        .then((canaries) => this.look(canaries, options.onGrowth))
        .catch((error: unknown) => options.onTrouble(error instanceof Error ? error.message : String(error)))
        .finally(() => this.start(options));
    }, EVERY_MS);
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** What was seen of a canary that runs; undefined of others. */
  stepsOf(app: string, version: string): StepEvidence[] | undefined {
    for (const [key, { cohort }] of this.watched) if (key.startsWith(`${app} ${version} `)) return cohort.evidence;
    return undefined;
  }

  /** Reads what is new about these canaries, and forgets all others. */
  async look(canaries: readonly RunningCanary[], onGrowth: (app: string) => void): Promise<void> {
    const keys = new Set(canaries.map(({ app, version, startedAt }) => canaryKey(app, version, startedAt)));
    for (const key of this.watched.keys()) if (!keys.has(key)) this.watched.delete(key);
    for (const { app, version, startedAt } of canaries) {
      const watched = this.of(canaryKey(app, version, startedAt));
      await watched.folder.exchange(watched.cohort);
      const steps = watched.cohort.evidence;
      const figures = JSON.stringify(steps);
      if (steps.length === 0 || watched.noted === figures) continue;
      watched.noted = figures;
      await this.note(app, version, steps);
      onGrowth(app);
    }
  }

  private of(key: string): Watched {
    const known = this.watched.get(key);
    if (known) return known;
    const watched = {
      cohort: new Cohort(),
      folder: new EvidenceFolder(this.privateStore, evidencePath(key)),
      noted: '',
    };
    this.watched.set(key, watched);
    return watched;
  }

  private async note(app: string, version: string, steps: readonly StepEvidence[]): Promise<void> {
    const { findings } = judge(steps);
    const networks = networksSeen(steps);
    const evidence = (measure: Measure) => findings.find((one) => one.measure === measure)?.evidence ?? 1;
    const figures = [evidence('failed'), evidence('lcp'), evidence('inp')];
    const percent = steps.at(-1)?.percent ?? 0;
    await this.pool.query(
      `insert into evidence_points (app, version, percent, networks_canary, networks_live, failed, lcp, inp)
       select $1, $2, $3, $4, $5, $6, $7, $8
       where (select count(*) from evidence_points where app = $1 and version = $2) < ${MOST_POINTS}
       on conflict do nothing`,
      [app, version, percent, networks.canary, networks.live, ...figures],
    );
    await this.pool.query(`delete from evidence_points where at < now() - interval '${KEPT_DAYS} days'`);
  }
}
