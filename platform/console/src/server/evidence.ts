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
import { STEPS_READ } from './views';

/** A canary's points lie at least this part of its age apart: some 2,000 in an hour, and 8,000 in a month. */
const APART = 1 / 1_000;

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

/** Reads the evidence on canaries that composers share, and stores its growth. */
export class EvidenceWatch {
  /** Watched canaries by app. An app has one at most. */
  private readonly watched = new Map<string, Watched>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly privateStore: WritableStore,
  ) {}

  /** Returns the evidence on a version's running canary; undefined without one. @param startedAt only a canary of this start */
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

  /**
   * Reads new evidence on these canaries, and forgets all others.
   * @param onGrowth called with an app whose evidence changed
   * @throws the first error; the others are read all the same, and the next look repeats the failed one
   */
  async look(canaries: readonly RunningCanary[], onGrowth: (app: string) => void): Promise<void> {
    const apps = canaries.map(({ app }) => app);
    for (const app of this.watched.keys()) if (!apps.includes(app)) this.watched.delete(app);
    const lookAt = async (canary: RunningCanary) => {
      const watched = this.of(canary);
      await watched.folder.exchange(watched.cohort);
      const steps = watched.cohort.evidence();
      const figures = JSON.stringify(steps);
      if (steps.length === 0 || watched.noted === figures) return;
      await this.note(canary, steps);
      watched.noted = figures;
      onGrowth(canary.app);
    };
    for (const look of await Promise.allSettled(canaries.map(lookAt)))
      if (look.status === 'rejected') throw look.reason;
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
       from (select min(at) as first, max(at) as last from evidence_points where app = $1 and version = $2 and started_at = $3) known
       where last is null or abs(extract(epoch from now() - last)) >= extract(epoch from now() - first) * ${APART}
       on conflict do nothing`,
      [
        ...[app, version, startedAt, point.percent, point.networksCanary, point.networksLive],
        ...[point.failed, point.silent, point.lcp, point.inp, point.least, point.most],
      ],
    );
    await this.pool.query(`delete from evidence_points where at < now() - interval '${KEPT_DAYS} days'`);
  }
}

/** Returns the chart's point for this evidence. */
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

/** Adds both variants' counts over all steps. A timing counts at the threshold that speaks most against the canary. */
function variantsOf(steps: readonly StepEvidence[], findings: readonly Finding[]) {
  return findings.map((finding) => {
    const { measure, over } = finding;
    /** Returns the bad networks, and all networks that count for the measure. */
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

/** Checked for one field only, because only this site's own programs write results. */
const resultSchema = z.custom<ExperimentResult>((value) => typeof (value as ExperimentResult)?.why === 'string');

const keptSchema = z.object({
  steps: z.array(stepEvidenceSchema).max(100),
  experiment: resultSchema.optional(),
});

/** Returns the figures and the time of the decision on a version's last canary, from the history. */
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

/** Returns the start of a version's running canary, empty when unknown; undefined when none runs. */
async function runningSince(store: WritableStore, app: string, version: string): Promise<string | undefined> {
  const { canary } = (await followLast(store)).apps[app] ?? {};
  return canary?.metadata.version === version ? (canary.extras.startedAt ?? '') : undefined;
}

/** Returns the start of a version's canary with the newest point; empty without any. */
async function newestStart(pool: pg.Pool, app: string, version: string): Promise<string> {
  const { rows } = await pool.query<{ startedAt: string }>(
    `select started_at as "startedAt" from evidence_points where app = $1 and version = $2 order by at desc limit 1`,
    [app, version],
  );
  return rows[0]?.startedAt ?? '';
}

/** Adds the decision as the chart's last point, because a command or the judge may end a canary between two looks. */
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
  // A canary that has just started has no evidence yet; an earlier canary's decision is not its own.
  const decided = running === undefined ? await decidedBy(context, app, version) : undefined;
  // For an ended canary, its last step has newer figures than the last look.
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
    /** Probability that the judge would have found each harm by now: `errors +2 %: 95 %; LCP +300 ms: 40 %`. */
    power: powerText(powerOf(steps)),
    /** Fewest networks on either variant for an experiment to decide, or for a canary to go on after a day. */
    enough: ENOUGH_NETWORKS,
    experiment,
  };
}
