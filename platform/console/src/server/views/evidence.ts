import {
  ENOUGH_NETWORKS,
  networksSeen,
  type SideCounts,
  SLOWER_THAN,
  type StepEvidence,
  stepEvidenceSchema,
  VITALS,
} from '@wholepage/releases/canary/evidence';
import { judge } from '@wholepage/releases/canary/judge';
import type { ExperimentResult } from '@wholepage/releases/experiment/verdict';
import { z } from 'zod';
import type { EvidenceDetails, EvidencePoint, SideFigures } from '../../shapes';
import type { ConsoleContext } from '../context';

const POINTS_SHOWN = 1000;
/** Steps of an app among which the one that ended a canary is looked for. */
const STEPS_READ = 100;

/** The judge looks at several limits of each; people are shown the one that ends what web.dev calls good: 2.5 s and 200 ms. */
const END_OF_GOOD = 2;

/** What was seen on both sides, over all steps. */
function sidesOf(steps: readonly StepEvidence[]): SideFigures[] {
  const seen = networksSeen(steps);
  return (['failed', ...VITALS] as const).map((measure) => {
    const badOf = (side: SideCounts): number =>
      measure === 'failed' ? side.failed : (side[measure][END_OF_GOOD] ?? 0);
    const figures = (side: 'canary' | 'live') => ({
      bad: steps.reduce((sum, step) => sum + badOf(step[side]), 0),
      networks: seen[side],
    });
    const over = measure === 'failed' ? undefined : SLOWER_THAN[measure][END_OF_GOOD];
    return { measure, over, canary: figures('canary'), live: figures('live') };
  });
}

/** Written by composers and commands of this site alone. */
const resultSchema = z.custom<ExperimentResult>((value) => typeof (value as ExperimentResult)?.why === 'string');

const keptSchema = z.object({
  steps: z.array(stepEvidenceSchema).max(100),
  experiment: resultSchema.optional(),
});

/** The figures by which the last canary of a version was decided; the history keeps them. */
async function decidedBy({ steps }: Pick<ConsoleContext, 'steps'>, app: string, version: string) {
  const history = await steps.newest({ app, limit: STEPS_READ });
  for (const step of history) {
    const kept = step.version === version ? keptSchema.safeParse(step.evidence) : undefined;
    if (kept?.success) return kept.data;
  }
  return { steps: [] };
}

/** The evidence about a version, and how it grew. */
export async function readEvidenceDetails(
  context: Pick<ConsoleContext, 'evidence' | 'steps' | 'pool'>,
  app: string,
  version: string,
): Promise<EvidenceDetails> {
  const seen: StepEvidence[] | undefined = context.evidence.stepsOf(app, version);
  const { steps, experiment } = seen
    ? { steps: seen, experiment: context.evidence.resultOf(app, version) }
    : await decidedBy(context, app, version);
  const { rows } = await context.pool.query<EvidencePoint>(
    `select at, percent, networks_canary as "networksCanary", networks_live as "networksLive", failed, lcp, inp,
       reached_a as "reachedA", reached_b as "reachedB", goal, least, most
     from (select * from evidence_points where app = $1 and version = $2 order by at desc limit $3) newest order by at`,
    [app, version, POINTS_SHOWN],
  );
  return {
    version,
    steps,
    sides: sidesOf(steps),
    verdict: judge(steps),
    points: rows,
    enough: ENOUGH_NETWORKS,
    experiment,
  };
}
