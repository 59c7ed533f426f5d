import { durationMs, startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { judge } from '@wholepage/releases/canary/judge';
import { concludeExperiment, startExperiment } from '@wholepage/releases/experiment/experiment';
import { lock, unlock } from '@wholepage/releases/lock';
import { promote } from '@wholepage/releases/promote';
import type { HistoryEntry } from '@wholepage/releases/registry/history';
import { retire } from '@wholepage/releases/retire';
import { rollback } from '@wholepage/releases/rollback';
import { RefusedError } from '@wholepage/sign-in/errors';
import type { AskedStep } from '../../steps';
import type { ConsoleContext } from '../context';
import { gateOf, readGateRecord } from '../views/release-details';

/** What the gate made of a release that visitors are to get. @throws RefusedError when it never passed one */
async function verificationOf(context: ConsoleContext, app: string, version: string) {
  const { wasGiven, verification } = await gateOf(context, app, version);
  if (wasGiven) return verification;
  const noted = await readGateRecord(context, app, version);
  if (noted) return noted.verification;
  throw new RefusedError(
    409,
    `${app} ${version} has not passed the gate, which runs where browsers are. Run \`npm run verify ${app} ${version}\` there; then it can be promoted here.`,
  );
}

/** How long each of a canary's shares lasts. @throws RefusedError */
function everyMsOf(text: string): number {
  const everyMs = durationMs(text);
  if (everyMs === undefined) throw new RefusedError(400, `"${text}" is not a time: give 30s, 5m or 2h, up to a week.`);
  return everyMs;
}

/** What was seen of a canary when it is stopped: composers forget it with the canary. */
function figuresOf({ evidence }: ConsoleContext, app: string, version: string) {
  const seen = evidence.newestOf(app, version);
  return seen?.steps.length ? { evidence: { findings: judge(seen.steps).findings, ...seen } } : {};
}

/** A goal that the site declares, or an event. @throws RefusedError */
function goalOf({ goals }: ConsoleContext, goal: string): string {
  if (goal.includes(':') || !goals || goals.includes(goal)) return goal;
  throw new RefusedError(400, `There is no goal "${goal}". This site has ${goals.join(', ') || 'none'}.`);
}

const isRising = (shares: readonly number[]): boolean =>
  shares.every((share, index) => share > (shares[index - 1] ?? 0));

/**
 * Takes a step by the library that the commands use, with the same refusals.
 * @throws ReleaseError or RefusedError in one sentence
 */
export async function takeAskedStep(context: ConsoleContext, step: AskedStep, by: string): Promise<HistoryEntry> {
  const { place, store } = context;
  const { app, why } = step;
  switch (step.action) {
    case 'promote': {
      const verification = await verificationOf(context, app, step.version);
      return promote(place, app, step.version, { by, why, verification, breaks: step.breaks });
    }
    case 'canary': {
      const [percent = 0, ...next] = step.shares;
      if (!isRising(step.shares)) throw new RefusedError(400, 'The shares of a canary rise, such as 10, 25, 50.');
      const plan = step.every ? { next, everyMs: everyMsOf(step.every) } : undefined;
      const verification = await verificationOf(context, app, step.version);
      return startCanary(place, app, step.version, percent, { by, why, plan, verification, breaks: step.breaks });
    }
    case 'experiment': {
      const both = [step.against, step.version] as const;
      const goal = goalOf(context, step.goal);
      const verification = await verificationOf(context, app, step.version);
      const plan = { goal, margin: step.margin / 100 };
      return startExperiment(place, app, both, step.share, { ...plan, by, why, verification, breaks: step.breaks });
    }
    case 'conclude': {
      const b = context.evidence.versionOf(app) ?? step.version;
      const verification = (await gateOf(context, app, step.version)).verification;
      const about = { by, why, verification, breaks: step.breaks, ...figuresOf(context, app, b) };
      return concludeExperiment(place, app, step.version, about);
    }
    case 'stop':
      return stopCanary(store, app, { by, why, version: step.version, ...figuresOf(context, app, step.version) });
    case 'rollback':
      return rollback(place, app, { by, why, version: step.version, from: step.from, breaks: step.breaks });
    case 'retire':
      return retire(place, app, { by, why, breaks: step.breaks });
    case 'lock':
      return lock(place, app, new Date(step.until), { by, why });
    case 'unlock':
      return unlock(place, app, { by, why });
  }
}
