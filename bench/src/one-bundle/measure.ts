import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Audit, audit } from '../lighthouse/audit';
import { startSite } from '../measure/bench-site';
import { type Line, median } from '../measure/line';
import { npmProgram } from '../measure/npm-program';
import { buildOneBundle } from './build';
import { serveOneBundle } from './serve';

const PAGES: Record<string, string> = { '/': 'page-home', '/blog': 'page-list' };
const RUNS = 9;
const MOST = 1.05;
/** Below this, one task more or less is all of the difference. */
const TBT_FLOOR_MS = 50;

const ratioLine = (
  path: string,
  what: string,
  runs: readonly [Audit, Audit][],
  pick: (audit: Audit) => number,
): Line => {
  const [ours, theirs] = [0, 1].map((index) => median(runs.map((run) => pick(run[index] as Audit))));
  const ratio = (ours ?? 0) / (theirs ?? 1);
  return {
    what: `${what} on ${path}, federated ÷ one bundle`,
    value: `${ratio.toFixed(2)} (${Math.round(ours ?? 0)} ÷ ${Math.round(theirs ?? 0)})`,
    goal: `≤ ${MOST}`,
    holds: ratio <= MOST,
  };
};

/** Of what is compared here only the load matters: more runs in the same time. */
const auditLoad = (program: string, url: string): Promise<Audit> => audit(program, url, ['performance']);

/** The site beside the same sources as one bundle and one root, by Lighthouse in turns. */
export async function measureOneBundle(times = RUNS): Promise<Line[]> {
  const program = await npmProgram('lighthouse');
  const dir = await mkdtemp(join(tmpdir(), 'one-bundle-'));
  const filesOf = await buildOneBundle(dir);
  const { site, stop } = await startSite();
  const one = await serveOneBundle(site, dir, filesOf, PAGES);
  const lines: Line[] = [];
  try {
    for (const path of Object.keys(PAGES)) {
      const runs: [Audit, Audit][] = [];
      for (let round = 0; round <= times; round += 1) {
        const run: [Audit, Audit] = [
          await auditLoad(program, site + path),
          await auditLoad(program, one.origin + path),
        ];
        // The first is for caches, of the anchor's server too.
        if (round > 0) runs.push(run);
        console.log(`  ${path}: ${round} of ${times} pairs of audits`);
      }
      lines.push(
        ratioLine(path, 'bytes of script', runs, ({ scripts }) => scripts),
        ratioLine(path, 'all bytes', runs, ({ bytes }) => bytes),
        ratioLine(path, 'LCP in ms', runs, ({ lcp }) => lcp),
        ratioLine(path, 'TBT in ms', runs, ({ tbt }) => Math.max(tbt, TBT_FLOOR_MS)),
      );
    }
    return lines;
  } finally {
    one.stop();
    await stop();
    await rm(dir, { recursive: true, force: true });
  }
}
