import { ENOUGH_NETWORKS, type StepEvidence, stepEvidenceSchema } from '@wholepage/releases/canary/evidence';
import { judge } from '@wholepage/releases/canary/judge';
import { z } from 'zod';
import type { EvidenceDetails, EvidencePoint } from '../../shapes';
import type { ConsoleContext } from '../context';

const POINTS_SHOWN = 1000;
/** Steps of an app among which the one that ended a canary is looked for. */
const STEPS_READ = 100;

const keptSchema = z.object({ steps: z.array(stepEvidenceSchema).max(100) });

/** The figures by which the last canary of a version was decided; the history keeps them. */
async function decidedBy({ steps }: Pick<ConsoleContext, 'steps'>, app: string, version: string) {
  const history = await steps.newest({ app, limit: STEPS_READ });
  for (const step of history) {
    const kept = step.version === version ? keptSchema.safeParse(step.evidence) : undefined;
    if (kept?.success) return kept.data.steps;
  }
  return [];
}

/** The evidence about a version, and how it grew. */
export async function readEvidenceDetails(
  context: Pick<ConsoleContext, 'evidence' | 'steps' | 'pool'>,
  app: string,
  version: string,
): Promise<EvidenceDetails> {
  const seen: StepEvidence[] | undefined = context.evidence.stepsOf(app, version);
  const steps = seen ?? (await decidedBy(context, app, version));
  const { rows } = await context.pool.query<EvidencePoint>(
    `select at, percent, networks_canary as "networksCanary", networks_live as "networksLive", failed, lcp, inp
     from (select * from evidence_points where app = $1 and version = $2 order by at desc limit $3) newest order by at`,
    [app, version, POINTS_SHOWN],
  );
  return { version, steps, verdict: judge(steps), points: rows, enough: ENOUGH_NETWORKS };
}
