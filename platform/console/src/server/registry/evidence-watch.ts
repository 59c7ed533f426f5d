import { Cohort, canaryKey, EvidenceFolder, evidencePath } from '@wholepage/releases/canary/cohort';
import type { StepEvidence } from '@wholepage/releases/canary/judge';
import type { ExperimentPlan } from '@wholepage/releases/experiment/experiment';
import { type ExperimentResult, judgeExperiment } from '@wholepage/releases/experiment/verdict';
import type { WritableStore } from '@wholepage/releases/store/store';
import type pg from 'pg';
import { evidencePoint } from './evidence-point';

const EVERY_MS = 2_000;
const KEPT_DAYS = 90;
/** Of one canary: a point every two seconds for three hours, or for as long as anything changes. */
const MOST_POINTS = 5_000;

/** A canary that runs. */
interface RunningCanary {
  app: string;
  version: string;
  startedAt: string | undefined;
  /** Of one that is release B of an experiment. */
  experiment?: ExperimentPlan | undefined;
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
  canary: RunningCanary;
}

/** What was seen of a canary so far, and what its experiment says by now. */
interface Seen {
  steps: StepEvidence[];
  experiment?: ExperimentResult;
}

function seenIn(watched: Watched | undefined): Seen | undefined {
  if (!watched) return undefined;
  const steps = watched.cohort.evidence();
  const plan = watched.canary.experiment;
  return { steps, ...(plan && { experiment: judgeExperiment(steps, plan) }) };
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

  /** What was seen of a canary that runs, by when it started; undefined of others. */
  seenOf(app: string, version: string, startedAt: string): Seen | undefined {
    return seenIn(this.watched.get(canaryKey(app, version, startedAt || undefined)));
  }

  /** What was seen of the canary of a version that started last; undefined when none runs. */
  newestOf(app: string, version: string): Seen | undefined {
    const all = [...this.watched.values()].filter(({ canary }) => canary.app === app && canary.version === version);
    return seenIn(
      all.sort((one, other) => ((one.canary.startedAt ?? '') < (other.canary.startedAt ?? '') ? 1 : -1))[0],
    );
  }

  /** The version of an app that runs as a canary, or as B of an experiment. */
  versionOf(app: string): string | undefined {
    return [...this.watched.values()].find(({ canary }) => canary.app === app)?.canary.version;
  }

  /** Reads what is new about these canaries, and forgets all others. */
  async look(canaries: readonly RunningCanary[], onGrowth: (app: string) => void): Promise<void> {
    const keys = new Set(canaries.map(({ app, version, startedAt }) => canaryKey(app, version, startedAt)));
    for (const key of this.watched.keys()) if (!keys.has(key)) this.watched.delete(key);
    for (const canary of canaries) {
      const { app } = canary;
      const watched = this.of(canary);
      await watched.folder.exchange(watched.cohort);
      const steps = watched.cohort.evidence();
      const figures = JSON.stringify(steps);
      if (steps.length === 0 || watched.noted === figures) continue;
      watched.noted = figures;
      await this.note(canary, steps);
      onGrowth(app);
    }
  }

  private of(canary: RunningCanary): Watched {
    const key = canaryKey(canary.app, canary.version, canary.startedAt);
    const known = this.watched.get(key);
    if (known) return known;
    const watched = {
      cohort: new Cohort(),
      folder: new EvidenceFolder(this.privateStore, evidencePath(key)),
      noted: '',
      canary,
    };
    this.watched.set(key, watched);
    return watched;
  }

  private async note(
    { app, version, startedAt = '', experiment }: RunningCanary,
    steps: readonly StepEvidence[],
  ): Promise<void> {
    const point = evidencePoint(steps, experiment && judgeExperiment(steps, experiment));
    await this.pool.query(
      `insert into evidence_points (app, version, started_at, percent, networks_canary, networks_live, failed, silent, lcp, inp,
         reached_a, reached_b, goal, least, most)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::integer, $12::integer, $13::real, $14::real, $15::real
       where (select count(*) from evidence_points where app = $1 and version = $2 and started_at = $3) < ${MOST_POINTS}
       on conflict do nothing`,
      [
        ...[app, version, startedAt, point.percent, point.networksCanary, point.networksLive],
        ...[point.failed, point.silent, point.lcp, point.inp],
        ...[point.reachedA, point.reachedB, point.goal, point.least, point.most],
      ],
    );
    await this.pool.query(`delete from evidence_points where at < now() - interval '${KEPT_DAYS} days'`);
  }
}
