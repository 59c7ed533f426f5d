import {
  ENOUGH_NETWORKS,
  networksSeen,
  type SideCounts,
  SLOWER_THAN,
  type StepEvidence,
  stepEvidenceSchema,
} from '@wholepage/releases/canary/evidence';
import { type Finding, judge } from '@wholepage/releases/canary/judge';
import type { ExperimentResult } from '@wholepage/releases/experiment/verdict';
import { follow } from '@wholepage/releases/registry/follow';
import { lastRegistry } from '@wholepage/releases/registry/registry';
import type { WritableStore } from '@wholepage/releases/store/store';
import type pg from 'pg';
import { z } from 'zod';
import type { EvidenceDetails, EvidencePoint, SideFigures } from '../../shapes';
import type { ConsoleContext } from '../context';

const POINTS_SHOWN = 1000;
/** Steps of an app among which the one that ended a canary is looked for. */
const STEPS_READ = 100;

/** What was seen on both sides, over all steps; of the limits of a timing the one that tells most against the canary. */
function sidesOf(steps: readonly StepEvidence[], findings: readonly Finding[]): SideFigures[] {
  const seen = networksSeen(steps);
  return findings.map(({ measure, over }) => {
    const badOf = (side: SideCounts): number => {
      if (measure === 'failed') return side.failed;
      const limits: readonly number[] = SLOWER_THAN[measure];
      return over === undefined ? 0 : (side[measure][limits.indexOf(over)] ?? 0);
    };
    const figures = (side: 'canary' | 'live') => ({
      bad: steps.reduce((sum, step) => sum + badOf(step[side]), 0),
      networks: seen[side],
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

const NOTHING_SEEN: { steps: StepEvidence[]; experiment?: ExperimentResult } = { steps: [] };

/** The figures by which the last canary of a version was decided; the history keeps them. */
async function decidedBy({ steps }: Pick<ConsoleContext, 'steps'>, app: string, version: string) {
  const history = await steps.newest({ app, limit: STEPS_READ });
  for (const step of history) {
    const kept = step.version === version ? keptSchema.safeParse(step.evidence) : undefined;
    if (kept?.success) return kept.data;
  }
  return NOTHING_SEEN;
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

/** The evidence about a version, and how it grew. */
export async function readEvidenceDetails(
  context: Pick<ConsoleContext, 'evidence' | 'steps' | 'pool' | 'store'>,
  app: string,
  version: string,
): Promise<EvidenceDetails> {
  const running = await runningSince(context.store, app, version);
  const startedAt = running ?? (await newestStart(context.pool, app, version));
  const seen = context.evidence.seenOf(app, version, startedAt);
  // A canary that has just started was not seen yet: what is known of an earlier one is not its own.
  const { steps, experiment } = seen ?? (running === undefined ? await decidedBy(context, app, version) : NOTHING_SEEN);
  const verdict = judge(steps);
  const { rows } = await context.pool.query<EvidencePoint>(
    `select at, percent, networks_canary as "networksCanary", networks_live as "networksLive", failed, lcp, inp,
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
    points: rows,
    enough: ENOUGH_NETWORKS,
    experiment,
  };
}
