import { Cohort, EvidenceFolder, evidenceKey } from '@wholepage/releases/canary/cohort';
import {
  ENOUGH_NETWORKS,
  type Finding,
  judge,
  type Measure,
  networksSeen,
  powerOf,
  powerText,
  SLOWER_THAN,
  type StepEvidence,
  stepEvidenceSchema,
  sumOf,
  type VariantCounts,
} from '@wholepage/releases/canary/judge';
import type { ExperimentPlan } from '@wholepage/releases/experiment/experiment';
import { type ExperimentResult, judgeExperiment } from '@wholepage/releases/experiment/verdict';
import { followLast } from '@wholepage/releases/registry/follow';
import type { WritableStore } from '@wholepage/releases/store/store';
import type pg from 'pg';
import * as z from 'zod';
import { type EvidencePoint, KEPT_DAYS } from '../shapes';
import type { ConsoleContext } from './app';
import type { Released } from './causes';

/** Of one canary: a point every two seconds for three hours, or for as long as anything changes. */
const MOST_POINTS = 5_000;

interface RunningCanary {
  app: string;
  version: string;
  startedAt: string | undefined;
  experiment?: ExperimentPlan | undefined;
}

interface Watched {
  key: string;
  cohort: Cohort;
  folder: EvidenceFolder;
  noted: string;
  canary: RunningCanary;
}

interface Seen {
  steps: StepEvidence[];
  experiment?: ExperimentResult | undefined;
}

/** Reads what composers tell each other of canaries, and notes how it grows. */
export class EvidenceWatch {
  /** By app: each has one canary at most. */
  private readonly watched = new Map<string, Watched>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly privateStore: WritableStore,
  ) {}

  /** What was seen of the canary of this version that runs; undefined when none does. @param startedAt of one canary of it alone */
  seenOf(app: string, version: string, startedAt?: string): Seen | undefined {
    const { canary, cohort } = this.watched.get(app) ?? {};
    if (!cohort || canary?.version !== version) return undefined;
    if (startedAt !== undefined && startedAt !== (canary.startedAt ?? '')) return undefined;
    const steps = cohort.evidence();
    return { steps, ...(canary.experiment && { experiment: judgeExperiment(steps, canary.experiment) }) };
  }

  versionOf(app: string): string | undefined {
    return this.watched.get(app)?.canary.version;
  }

  /** Reads what is new about these canaries, and forgets all others. @param onGrowth called with an app whose evidence grew */
  async look(canaries: readonly RunningCanary[], onGrowth: (app: string) => void): Promise<void> {
    const apps = canaries.map(({ app }) => app);
    for (const app of this.watched.keys()) if (!apps.includes(app)) this.watched.delete(app);
    for (const canary of canaries) {
      const watched = this.of(canary);
      await watched.folder.exchange(watched.cohort);
      const steps = watched.cohort.evidence();
      const figures = JSON.stringify(steps);
      if (steps.length === 0 || watched.noted === figures) continue;
      watched.noted = figures;
      await this.note(canary, steps);
      onGrowth(canary.app);
    }
  }

  private of(canary: RunningCanary): Watched {
    const key = evidenceKey(canary.app, canary.version, canary.startedAt);
    const known = this.watched.get(canary.app);
    if (known?.key === key) return known;
    const folder = new EvidenceFolder(this.privateStore, key);
    const watched = { key, cohort: new Cohort(), folder, noted: '', canary };
    this.watched.set(canary.app, watched);
    return watched;
  }

  private async note(
    { app, version, startedAt = '', experiment }: RunningCanary,
    steps: readonly StepEvidence[],
  ): Promise<void> {
    const point = evidencePoint(steps, experiment && judgeExperiment(steps, experiment));
    await this.pool.query(
      `insert into evidence_points (app, version, started_at, percent, networks_canary, networks_live, failed, silent, lcp, inp,
         least, most)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::real, $12::real
       where (select count(*) from evidence_points where app = $1 and version = $2 and started_at = $3) < ${MOST_POINTS}
       on conflict do nothing`,
      [
        ...[app, version, startedAt, point.percent, point.networksCanary, point.networksLive],
        ...[point.failed, point.silent, point.lcp, point.inp, point.least, point.most],
      ],
    );
    await this.pool.query(`delete from evidence_points where at < now() - interval '${KEPT_DAYS} days'`);
  }
}

/** Where the lines of the chart stand with this evidence. */
function evidencePoint(
  steps: readonly StepEvidence[],
  result: ExperimentResult | undefined,
): Omit<EvidencePoint, 'at'> {
  const { findings } = judge(steps);
  const networks = networksSeen(steps);
  const evidence = (measure: Measure) => findings.find((one) => one.measure === measure)?.evidence ?? 1;
  return {
    percent: steps.at(-1)?.percent ?? 0,
    networksCanary: networks.canary,
    networksLive: networks.live,
    failed: evidence('failed'),
    silent: evidence('silent'),
    lcp: evidence('lcp'),
    inp: evidence('inp'),
    least: result?.possible.least ?? null,
    most: result?.possible.most ?? null,
  };
}

const POINTS_SHOWN = 1000;
/** Steps of an app among which the one that ended a canary is looked for. */
const STEPS_READ = 100;

/** What was seen on both variants, over all steps; of the limits of a timing the one that tells most against the canary. */
function variantsOf(steps: readonly StepEvidence[], findings: readonly Finding[]) {
  return findings.map((finding) => {
    const { measure, over } = finding;
    /** For how many it was bad, of how many. */
    const countsOf = (variant: VariantCounts): [bad: number, networks: number] => {
      if (measure === 'failed') return [variant.failed, variant.networks];
      if (measure === 'silent') return [variant.silent, variant.heard + variant.silent];
      const limits: readonly number[] = SLOWER_THAN[measure];
      return [over === undefined ? 0 : (variant[measure][limits.indexOf(over)] ?? 0), variant.timed[measure]];
    };
    const figures = (variant: 'canary' | 'live') => ({
      bad: sumOf(steps, variant, (counts) => countsOf(counts)[0]),
      networks: sumOf(steps, variant, (counts) => countsOf(counts)[1]),
    });
    return { ...finding, canary: figures('canary'), live: figures('live') };
  });
}

/** Written by composers and commands of this site alone. */
const resultSchema = z.custom<ExperimentResult>((value) => typeof (value as ExperimentResult)?.why === 'string');

const keptSchema = z.object({
  steps: z.array(stepEvidenceSchema).max(100),
  experiment: resultSchema.optional(),
});

/** The figures by which the last canary of a version was decided, and when; the history keeps them. */
async function decidedBy(
  { steps }: Pick<ConsoleContext, 'steps'>,
  app: string,
  version: string,
): Promise<(Seen & { at: string }) | undefined> {
  const history = await steps.newest({ app, limit: STEPS_READ });
  for (const step of history) {
    const kept = step.version === version ? keptSchema.safeParse(step.evidence) : undefined;
    if (kept?.success) return { ...kept.data, at: step.at };
  }
  return undefined;
}

/** When the canary of a version started that runs; undefined when none does. */
async function runningSince(store: WritableStore, app: string, version: string): Promise<string | undefined> {
  const { canary } = (await followLast(store)).apps[app] ?? {};
  return canary?.metadata.version === version ? (canary.extras.startedAt ?? '') : undefined;
}

/** When the canary of a version started that was looked at last. */
async function newestStart(pool: pg.Pool, app: string, version: string): Promise<string> {
  const { rows } = await pool.query<{ startedAt: string }>(
    `select started_at as "startedAt" from evidence_points where app = $1 and version = $2 order by at desc limit 1`,
    [app, version],
  );
  return rows[0]?.startedAt ?? '';
}

/** The chart ends where the canary was decided; steps of commands and judges come between two looks. */
function withDecision(points: EvidencePoint[], decided: (Seen & { at: string }) | undefined): EvidencePoint[] {
  const last = points.at(-1);
  if (!decided || !last || new Date(last.at) >= new Date(decided.at)) return points;
  return [...points, { at: decided.at, ...evidencePoint(decided.steps, decided.experiment) }];
}

export async function readEvidenceDetails(
  context: Pick<ConsoleContext, 'evidence' | 'steps' | 'pool' | 'store'>,
  { app, version }: Released,
) {
  const running = await runningSince(context.store, app, version);
  const startedAt = running ?? (await newestStart(context.pool, app, version));
  // A canary that has just started was not seen yet: what is known of an earlier one is not its own.
  const decided = running === undefined ? await decidedBy(context, app, version) : undefined;
  // The step has newer figures than the last look at a canary that is over.
  const { steps, experiment }: Seen = decided ?? context.evidence.seenOf(app, version, startedAt) ?? { steps: [] };
  const verdict = judge(steps);
  const { rows } = await context.pool.query<EvidencePoint>(
    `select at, percent, networks_canary as "networksCanary", networks_live as "networksLive", failed, silent, lcp, inp,
       least, most
     from (select * from evidence_points where app = $1 and version = $2 and started_at = $3
       order by at desc limit $4) newest order by at`,
    [app, version, startedAt, POINTS_SHOWN],
  );
  return {
    steps,
    variants: variantsOf(steps, verdict.findings),
    verdict,
    points: withDecision(rows, decided),
    /** What the judge would have found by now: `errors +2 %: 95 %; LCP +300 ms: 40 %`. */
    power: powerText(powerOf(steps)),
    /** Networks of each variant before an experiment decides anything. */
    enough: ENOUGH_NETWORKS,
    experiment,
  };
}
