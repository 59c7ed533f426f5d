import {
  ENOUGH_NETWORKS,
  type Finding,
  judge,
  powerOf,
  powerText,
  type SideCounts,
  SLOWER_THAN,
  type StepEvidence,
  stepEvidenceSchema,
  sumOf,
} from '@wholepage/releases/canary/judge';
import type { ExperimentResult } from '@wholepage/releases/experiment/verdict';
import { follow } from '@wholepage/releases/registry/follow';
import { lastRegistry } from '@wholepage/releases/registry/registry';
import type { WritableStore } from '@wholepage/releases/store/store';
import type pg from 'pg';
import * as z from 'zod';
import type { EvidenceDetails, EvidencePoint, SideFigures } from '../../shapes';
import type { ConsoleContext } from '../context';
import { evidencePoint } from '../registry/evidence-point';

const POINTS_SHOWN = 1000;
/** Steps of an app among which the one that ended a canary is looked for. */
const STEPS_READ = 100;

/** What was seen on both sides, over all steps; of the limits of a timing the one that tells most against the canary. */
function sidesOf(steps: readonly StepEvidence[], findings: readonly Finding[]): SideFigures[] {
  return findings.map(({ measure, over }) => {
    /** For how many it was bad, of how many. */
    const countsOf = (side: SideCounts): [bad: number, networks: number] => {
      if (measure === 'failed') return [side.failed, side.networks];
      if (measure === 'silent') return [side.silent, side.heard + side.silent];
      const limits: readonly number[] = SLOWER_THAN[measure];
      return [over === undefined ? 0 : (side[measure][limits.indexOf(over)] ?? 0), side.timed[measure]];
    };
    const figures = (side: 'canary' | 'live') => ({
      bad: sumOf(steps, side, (counts) => countsOf(counts)[0]),
      networks: sumOf(steps, side, (counts) => countsOf(counts)[1]),
    });
    return { measure, over, canary: figures('canary'), live: figures('live') };
  });
}

/** Written by composers and commands of this site alone. */
const resultSchema = z.custom<ExperimentResult>((value) => typeof (value as ExperimentResult)?.why === 'string');

const keptSchema = z.object({
  steps: z.array(stepEvidenceSchema).max(100),
  experiment: resultSchema.optional(),
});

interface Figures {
  steps: StepEvidence[];
  experiment?: ExperimentResult | undefined;
}

const NOTHING_SEEN: Figures = { steps: [] };

/** The figures by which the last canary of a version was decided, and when; the history keeps them. */
async function decidedBy(
  { steps }: Pick<ConsoleContext, 'steps'>,
  app: string,
  version: string,
): Promise<(Figures & { at: string }) | undefined> {
  const history = await steps.newest({ app, limit: STEPS_READ });
  for (const step of history) {
    const kept = step.version === version ? keptSchema.safeParse(step.evidence) : undefined;
    if (kept?.success) return { ...kept.data, at: step.at };
  }
  return undefined;
}

/** When the canary of a version started that runs; undefined when none does. */
async function runningSince(store: WritableStore, app: string, version: string): Promise<string | undefined> {
  const { registry } = await lastRegistry(store);
  const { canary } = (await follow(store, registry)).apps[app] ?? {};
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
function withDecision(points: EvidencePoint[], decided: (Figures & { at: string }) | undefined): EvidencePoint[] {
  const last = points.at(-1);
  if (!decided || !last || new Date(last.at) >= new Date(decided.at)) return points;
  return [...points, { at: decided.at, ...evidencePoint(decided.steps, decided.experiment) }];
}

/** The evidence about a version, and how it grew. */
export async function readEvidenceDetails(
  context: Pick<ConsoleContext, 'evidence' | 'steps' | 'pool' | 'store'>,
  app: string,
  version: string,
): Promise<EvidenceDetails> {
  const running = await runningSince(context.store, app, version);
  const startedAt = running ?? (await newestStart(context.pool, app, version));
  // A canary that has just started was not seen yet: what is known of an earlier one is not its own.
  const decided = running === undefined ? await decidedBy(context, app, version) : undefined;
  // The step has newer figures than the last look at a canary that is over.
  const { steps, experiment } = decided ?? context.evidence.seenOf(app, version, startedAt) ?? NOTHING_SEEN;
  const verdict = judge(steps);
  const { rows } = await context.pool.query<EvidencePoint>(
    `select at, percent, networks_canary as "networksCanary", networks_live as "networksLive", failed, silent, lcp, inp,
       reached_a as "reachedA", reached_b as "reachedB", goal, least, most
     from (select * from evidence_points where app = $1 and version = $2 and started_at = $3
       order by at desc limit $4) newest order by at`,
    [app, version, startedAt, POINTS_SHOWN],
  );
  return {
    version,
    steps,
    sides: sidesOf(steps, verdict.findings),
    verdict,
    points: withDecision(rows, decided),
    power: powerText(powerOf(steps)),
    enough: ENOUGH_NETWORKS,
    experiment,
  };
}
