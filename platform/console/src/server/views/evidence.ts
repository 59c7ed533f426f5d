import { ENOUGH_NETWORKS, type StepEvidence, stepEvidenceSchema } from '@wholepage/releases/canary/evidence';
import { judge } from '@wholepage/releases/canary/judge';
import type { ExperimentResult } from '@wholepage/releases/experiment/verdict';
import { z } from 'zod';
import type { EvidenceDetails, EvidencePoint } from '../../shapes';
import type { ConsoleContext } from '../context';

const POINTS_SHOWN = 1000;
/** Steps of an app among which the one that ended a canary is looked for. */
const STEPS_READ = 100;

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
  return { version, steps, verdict: judge(steps), points: rows, enough: ENOUGH_NETWORKS, experiment };
}
