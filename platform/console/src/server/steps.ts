import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { durationMs, notATime } from '@wholepage/releases/canary/plan';
import { concludeExperiment, startExperiment } from '@wholepage/releases/experiment/experiment';
import {
  type HistoryEntry,
  REGISTRY_FILE,
  readHistory,
  readRegistry,
  readStep,
  SITE,
} from '@wholepage/releases/registry/registry';
import { lock, promote, retire, rollback, unlock } from '@wholepage/releases/steps';
import type { WritableStore } from '@wholepage/releases/store/store';
import { RefusedError } from '@wholepage/sign-in/errors';
import { holds } from '@wholepage/sign-in/rights';
import { requireRecent, type Session } from '@wholepage/sign-in/sessions';
import { LRUCache } from 'lru-cache';
import { RIGHTS } from '../rights';
import { type AskedStep, saidSchema } from '../steps';
import type { ConsoleContext } from './app';
import { gateOf, readGateRecord } from './views';

/** Returns the gate's result for a release that visitors will get. @throws RefusedError when it never passed the gate */
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

/** Parses the duration of each share of a canary, in milliseconds. @throws RefusedError for any other text */
function everyMsOf(text: string): number {
  const everyMs = durationMs(text);
  if (everyMs === undefined) throw new RefusedError(400, notATime(text));
  return everyMs;
}

/** Returns a canary's evidence for the history entry that ends it: composers delete theirs with the canary. */
function figuresOf({ evidence }: ConsoleContext, app: string, version: string) {
  const seen = evidence.seenOf(app, version);
  return seen?.steps.length ? { evidence: { ...seen } } : {};
}

/** Returns a goal that the site declares, or an event. @throws RefusedError for a goal that the site does not declare */
function goalOf({ goals }: ConsoleContext, goal: string): string {
  if (goal.includes(':') || !goals || goals.includes(goal)) return goal;
  throw new RefusedError(400, `There is no goal "${goal}". This site has ${goals.join(', ') || 'none'}.`);
}

/**
 * Takes a step, if this person has the right. It uses the library of the commands, so its refusals are the same.
 * @throws ReleaseError or RefusedError in one sentence
 */
export async function takeAskedStep(context: ConsoleContext, step: AskedStep, session: Session): Promise<HistoryEntry> {
  checkStepRights(session, step);
  const { storeUrl, store } = context;
  const { app } = step;
  const about = { by: session.person.name, ...saidSchema.parse(step) };
  switch (step.action) {
    case 'promote': {
      const verification = await verificationOf(context, app, step.version);
      return promote(storeUrl, app, step.version, { ...about, verification, from: step.from });
    }
    case 'canary': {
      const [percent = 0, ...next] = step.shares;
      const plan = step.every ? { next, everyMs: everyMsOf(step.every) } : undefined;
      const verification = await verificationOf(context, app, step.version);
      return startCanary(storeUrl, app, step.version, percent, { ...about, plan, verification });
    }
    case 'experiment': {
      const both = [step.against, step.version] as const;
      const goal = goalOf(context, step.goal);
      const verification = await verificationOf(context, app, step.version);
      const margin = step.margin / 100;
      return startExperiment(storeUrl, app, both, step.share, { ...about, goal, margin, verification });
    }
    case 'conclude': {
      const b = context.evidence.versionOf(app) ?? step.version;
      const verification = (await gateOf(context, app, step.version)).verification;
      return concludeExperiment(storeUrl, app, step.version, { ...about, verification, ...figuresOf(context, app, b) });
    }
    case 'stop':
      return stopCanary(store, app, { ...about, version: step.version, ...figuresOf(context, app, step.version) });
    case 'rollback':
      return rollback(storeUrl, app, { ...about, version: step.version, from: step.from });
    case 'retire':
      return retire(storeUrl, app, about);
    case 'lock':
      return lock(storeUrl, app, new Date(step.until), about);
    case 'unlock':
      return unlock(storeUrl, app, about);
  }
}

/** Steps that need a recent sign-in, because they change the site for all visitors. A rollback needs none: it must be quick. */
const ASKS_AGAIN: readonly AskedStep['action'][] = ['promote', 'retire', 'conclude'];

/** @throws RefusedError when this person may not release each of these apps */
export function requireReleaser({ person }: Session, ...apps: readonly string[]): void {
  for (const app of apps)
    if (!holds(RIGHTS, person.rights, 'releaser', app))
      throw new RefusedError(403, `You need the right "releaser:${app}" for this.`);
}

/** @throws RefusedError when this person may not take this step */
function checkStepRights(session: Session, step: AskedStep): void {
  requireReleaser(session, step.app);
  const isAdmin = holds(RIGHTS, session.person.rights, 'admin');
  if (step.app === SITE && !isAdmin) throw new RefusedError(403, 'You need the right "admin" to lock the whole site.');
  const breaks = 'breaks' in step && Boolean(step.breaks);
  if (breaks && !isAdmin) throw new RefusedError(403, 'You need the right "admin" to break a lock.');
  if (breaks || ASKS_AGAIN.includes(step.action)) requireRecent(session);
}

/** Most cached steps. Steps never change. */
const KEPT = 5_000;

/** Reads steps of the history, each file once. */
export class StepReader {
  private readonly steps = new LRUCache<string, HistoryEntry>({ max: KEPT });

  constructor(private readonly store: WritableStore) {}

  /** Returns a step by its id; undefined when it is gone, malformed or unreadable. */
  readonly step = async (id: string): Promise<HistoryEntry | undefined> => {
    const known = this.steps.get(id);
    if (known) return known;
    const step = await readStep(this.store, id).catch(() => undefined);
    if (step) this.steps.set(id, step);
    return step;
  };

  newest(asked: Parameters<typeof readHistory>[1]): Promise<HistoryEntry[]> {
    return readHistory(this.store, asked, this.step);
  }
}

export class RegistryWatch {
  private revision: string | undefined;
  generation = 0;

  constructor(private readonly store: WritableStore) {}

  /** Reports a new generation. An unreadable registry is read again at the next look; pages that need it show the error. */
  async look(onChange: (generation: number) => void): Promise<void> {
    try {
      const revision = await this.store.revision(REGISTRY_FILE);
      if (revision !== undefined && revision === this.revision) return;
      const { generation } = await readRegistry(this.store);
      this.revision = revision;
      if (generation === this.generation) return;
      this.generation = generation;
      onChange(generation);
    } catch {
      this.revision = undefined;
    }
  }
}
