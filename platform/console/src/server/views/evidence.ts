import { mergeEvidence, type StepEvidence, stepEvidenceSchema } from 'releases/canary/evidence';
import { judge, type Measure } from 'releases/canary/judge';
import type { WritableStore } from 'releases/store/store';
import { z } from 'zod';
import type { EvidenceDetails, EvidencePoint } from '../../shapes';
import type { ConsoleContext } from '../context';

const fileSchema = z.array(stepEvidenceSchema).max(100);
const MOST_COMPOSERS = 200;
const POINTS_SHOWN = 1000;

/** What all composers have seen of a canary. A file that cannot be read counts as none. */
export async function readEvidence(store: WritableStore, app: string, version: string): Promise<StepEvidence[]> {
  const folder = `${app}/evidence/${version}`;
  const names = (await store.names(folder)).filter((name) => name.endsWith('.json')).slice(0, MOST_COMPOSERS);
  const read = async (name: string): Promise<StepEvidence[]> => {
    try {
      return fileSchema.parse(JSON.parse((await store.read(`${folder}/${name}`)).toString('utf8')));
    } catch {
      return [];
    }
  };
  return mergeEvidence(await Promise.all(names.map(read)));
}

/** The figures of a moment, as they are drawn. */
export function pointOf(steps: readonly StepEvidence[]): Omit<EvidencePoint, 'at'> {
  const { findings } = judge(steps);
  const evidence = (measure: Measure) => findings.find((one) => one.measure === measure)?.evidence ?? 1;
  const visitors = (side: 'canary' | 'live') => steps.reduce((sum, step) => sum + step[side].visitors, 0);
  return {
    percent: steps.at(-1)?.percent ?? 0,
    visitorsCanary: visitors('canary'),
    visitorsLive: visitors('live'),
    failed: evidence('failed'),
    lcp: evidence('lcp'),
    inp: evidence('inp'),
  };
}

/** The evidence about a version, and how it grew. */
export async function readEvidenceDetails(
  { store, pool }: Pick<ConsoleContext, 'store' | 'pool'>,
  app: string,
  version: string,
): Promise<EvidenceDetails> {
  const steps = await readEvidence(store, app, version);
  const { rows } = await pool.query<EvidencePoint>(
    `select at, percent, visitors_canary as "visitorsCanary", visitors_live as "visitorsLive", failed, lcp, inp
     from (select * from evidence_points where app = $1 and version = $2 order by at desc limit $3) newest order by at`,
    [app, version, POINTS_SHOWN],
  );
  return { version, steps, verdict: judge(steps), points: rows };
}
