import type { Deployment } from 'contracts/discovery';
import { advanceCanary, JUDGE, stopCanary } from 'releases/canary/canary';
import type { StepEvidence } from 'releases/canary/evidence';
import { judge, type Verdict } from 'releases/canary/judge';
import { ReleaseError } from 'releases/errors';
import type { WritableStore } from 'releases/store/store';
import { type Log, reason } from '../log';
import type { ReleaseSet, RunningCanary } from '../releases/release-set';
import { SharedEvidence } from './shared-evidence';
import { type Observation, type Side, VisitorCounts } from './visitor-counts';

const LOOK_EVERY_MS = 1_000;

interface Watched {
  counts: VisitorCounts;
  verdict?: Verdict;
}

interface KeeperOptions {
  currentSet(): ReleaseSet;
  /** Undefined where the store can only be read: then a canary that is worse is left out here, and people are told. */
  store: WritableStore | undefined;
  log: Log;
  /** Stops serving a release here and now. */
  leaveOut(release: string): void;
}

const keyOf = ({ release }: RunningCanary): string => `${release.manifest.app} ${release.manifest.version}`;

/** What the history keeps of a decision. */
const figures = ({ findings }: Verdict, steps: StepEvidence[]): Record<string, unknown> => ({ findings, steps });

/** Watches over the canaries of the current set: counts what befalls visitors, asks the judge, and acts on what it says. */
export class CanaryKeeper {
  private readonly watched = new Map<string, Watched>();
  private readonly shared: SharedEvidence | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  /** Stops that the store did not take yet. */
  private readonly untold = new Map<string, () => Promise<unknown>>();

  constructor(private readonly options: KeeperOptions) {
    this.shared = options.store && new SharedEvidence(options.store);
  }

  start(): void {
    this.timer = setTimeout(async () => {
      for (const canary of this.options.currentSet().canaries) await this.look(canary);
      await this.tellStops();
      this.forget();
      if (!this.stopped) this.start();
    }, LOOK_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** What a visit said of an app's release; nothing when the app has no canary, or the release is of neither side. */
  observe(visitor: string, app: string, version: string, observation: Observation): void {
    const set = this.options.currentSet();
    const canary = set.canaries.find(({ release }) => release.manifest.app === app);
    if (!canary) return;
    const side: Side | undefined =
      canary.release.manifest.version === version
        ? 'canary'
        : set.apps[app]?.manifest.version === version
          ? 'live'
          : undefined;
    if (side) this.of(canary).counts.observe(visitor, side, canary.percent, observation);
  }

  /** The last verdict on each canary, for whoever wants to see it. */
  get verdicts(): { app: string; version: string; percent: number; verdict: Verdict }[] {
    return this.options.currentSet().canaries.flatMap((canary) => {
      const { app, version } = canary.release.manifest;
      const verdict = this.watched.get(keyOf(canary))?.verdict;
      return verdict ? [{ app, version, percent: canary.percent, verdict }] : [];
    });
  }

  private of(canary: RunningCanary): Watched {
    const key = keyOf(canary);
    const known = this.watched.get(key) ?? { counts: new VisitorCounts() };
    this.watched.set(key, known);
    return known;
  }

  /** Who visited is forgotten with the canary. */
  private forget(): void {
    const running = new Set(this.options.currentSet().canaries.map(keyOf));
    for (const key of this.watched.keys()) if (!running.has(key)) this.watched.delete(key);
  }

  /** One that another composer told, or that was promoted meanwhile, is done with. */
  private async tellStops(): Promise<void> {
    for (const [key, tell] of this.untold) {
      try {
        await tell();
        this.untold.delete(key);
      } catch (error) {
        if (error instanceof ReleaseError && /no canary/.test(error.message)) this.untold.delete(key);
        else this.options.log('warn', 'canary not stopped in the registry yet', { remote: key, reason: reason(error) });
      }
    }
  }

  private async look(canary: RunningCanary): Promise<void> {
    const { app, version } = canary.release.manifest;
    const { log, leaveOut, store } = this.options;
    const watched = this.of(canary);
    try {
      const own = watched.counts.evidence;
      const steps = (await this.shared?.exchange(app, version, own)) ?? own;
      watched.verdict = judge(steps);
      if (watched.verdict.stop) {
        leaveOut(keyOf(canary));
        const { why } = watched.verdict;
        log('error', 'canary stopped', { remote: app, version, reason: why });
        const evidence = figures(watched.verdict, steps);
        if (store) this.untold.set(keyOf(canary), () => stopCanary(store, app, { by: JUDGE, why, version, evidence }));
      } else if (store && isDue(canary.deployment)) {
        const step = await advanceCanary(store, app, canary.deployment, {
          evidence: figures(watched.verdict, steps),
          held: 'the canary held',
        });
        log('info', 'canary goes on', { remote: app, version, reason: step.why });
      }
    } catch (error) {
      log('warn', 'canary not judged', { remote: app, version, reason: reason(error) });
    }
  }
}

const isDue = ({ extras }: Deployment): boolean => {
  const plan = extras.canary;
  return plan !== undefined && Date.now() >= Date.parse(plan.since) + plan.everyMs;
};
