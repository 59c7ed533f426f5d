import { inRounds, orAfter } from '@wholepage/page-rules/time-limit';
import { advanceCanary, JUDGE, stopCanary } from '@wholepage/releases/canary/canary';
import { type Assignment, Cohort, EvidenceFolder, type Observation } from '@wholepage/releases/canary/cohort';
import {
  countedText,
  enoughToGoOn,
  judge,
  powerOf,
  powerText,
  type StepEvidence,
  type Verdict,
} from '@wholepage/releases/canary/judge';
import { ReleaseError } from '@wholepage/releases/errors';
import { type ExperimentResult, judgeExperiment, type Outcome } from '@wholepage/releases/experiment/verdict';
import { dueAt } from '@wholepage/releases/registry/step-rights';
import { reason } from '../log';
import type { Parts } from '../parts';
import { type RunningCanary, releaseKey, runOf } from '../releases/release-set';
import { isOnCanary } from './bucket';

const LOOK_EVERY_MS = 1_000;
const WAITS = 'canary waits for visitors';
const NOT_SHARED = 'evidence not shared';
const NOT_STOPPED = 'canary not stopped in the registry yet';
/** Outcomes that keep the live release: a composer acts on them by itself. People promote B. */
const ENDS: readonly Outcome[] = ['a-better', 'alike', 'sample-ratio-mismatch'];

interface Watched {
  cohort: Cohort;
  folder: EvidenceFolder;
  verdict?: Verdict;
  /** The exchange with the other composers in progress. */
  sharing?: Promise<unknown>;
  /** Events and refusals logged already: each is logged once. */
  said: Set<string>;
}

/** Where the store is read-only, a worse canary is left out here, and people are informed. */
type KeeperParts = Pick<Parts, 'currentSet' | 'shared' | 'privateStore' | 'secret' | 'log'> & {
  watcher: Pick<Parts['watcher'], 'leaveOut'>;
};

export interface Visit {
  network: string;
  bucket: number;
}

/** Watches the canaries of the current set: collects observations, asks the judge, and acts on its verdict. */
export class CanaryKeeper {
  private readonly watched = new Map<string, Watched>();
  /** Stops that are not committed yet. */
  private readonly stops = new Map<string, () => Promise<unknown>>();

  constructor(private readonly parts: KeeperParts) {}

  /** @returns function that stops, and hands over what no later round does */
  start(): () => Promise<void> {
    const stop = inRounds(LOOK_EVERY_MS, async () => {
      for (const canary of this.parts.currentSet().canaries) await this.look(canary);
      await this.takeStops();
      await this.forget();
    });
    return () => stop().then(() => this.handOver());
  }

  /** Counts a visitor whose variant was drawn. @param since time of the page view, in seconds since 1970 */
  arrive(visit: Visit, since: number): void {
    for (const canary of this.parts.currentSet().canaries) {
      const { variant, percent } = this.variantOf(canary, visit);
      this.of(canary).cohort.arrive({ ...this.hashed(canary, visit), since, percent, variant });
    }
  }

  /** Records an observation on an app's release. Ignored when the app has no canary, or the release is of the other variant. */
  observe(visit: Visit, app: string, version: string, observation: Observation): void {
    const set = this.parts.currentSet();
    const canary = set.canaries.find(({ release }) => release.manifest.app === app);
    if (!canary) return;
    const now = this.variantOf(canary, visit);
    const served = now.variant === 'canary' ? canary.release : set.apps[app];
    if (served?.manifest.version !== version) return;
    const { network, visitor } = this.hashed(canary, visit);
    this.of(canary).cohort.observe(network, visitor, now, observation);
  }

  /** Counts goals that a visitor reached, for the experiments on them. */
  reach(visit: Visit, goals: readonly string[]): void {
    for (const canary of this.parts.currentSet().canaries) {
      const { experiment } = canary.deployment.extras;
      if (!experiment || !goals.includes(experiment.goal)) continue;
      const { network, visitor } = this.hashed(canary, visit);
      this.of(canary).cohort.reach(network, visitor, this.variantOf(canary, visit));
    }
  }

  get verdicts(): { app: string; version: string; percent: number; verdict: Verdict }[] {
    return this.parts.currentSet().canaries.flatMap((canary) => {
      const { app, version } = canary.release.manifest;
      const verdict = this.watched.get(runOf(canary))?.verdict;
      return verdict ? [{ app, version, percent: canary.percent, verdict }] : [];
    });
  }

  private variantOf(canary: RunningCanary, { bucket }: Visit): Assignment {
    const { percent } = canary;
    return { variant: isOnCanary(bucket, releaseKey(canary.release.manifest), percent) ? 'canary' : 'live', percent };
  }

  /** Hashes network and visitor, so that stored evidence identifies nobody and cannot be linked across canaries. */
  private hashed(canary: RunningCanary, { network, bucket }: Visit): { network: string; visitor: string } {
    const { secret } = this.parts;
    const key = runOf(canary);
    return { network: secret.tag('network', key, network), visitor: secret.tag('visitor', key, network, bucket) };
  }

  private of(canary: RunningCanary): Watched {
    return this.watched.getOrInsertComputed(runOf(canary), (key) => {
      const folder = new EvidenceFolder(this.parts.privateStore, key);
      return { cohort: new Cohort(), folder, said: new Set<string>() };
    });
  }

  /** Leaves the rest of the evidence, and stops that wait, to the other composers. */
  private async handOver(): Promise<void> {
    for (const [key, { folder, cohort, sharing }] of this.watched) {
      await sharing;
      await folder.shareRest(cohort).catch((error: unknown) => {
        this.parts.log('warn', NOT_SHARED, { remote: key, reason: reason(error) });
      });
    }
    await this.takeStops();
    await this.forget();
  }

  private async forget(): Promise<void> {
    const running = new Set(this.parts.currentSet().canaries.map(runOf));
    for (const [key, { folder, sharing }] of this.watched) {
      if (running.has(key) || this.stops.has(key) || sharing) continue;
      this.watched.delete(key);
      await folder.remove().catch((error: unknown) => {
        this.parts.log('warn', 'evidence of a canary not removed', { remote: key, reason: reason(error) });
      });
    }
  }

  /** Commits pending stops. One is done, too, when another composer committed it, or the canary was promoted. */
  private async takeStops(): Promise<void> {
    for (const [key, take] of this.stops) {
      try {
        await take();
        this.stops.delete(key);
      } catch (error) {
        const said = this.watched.get(key)?.said;
        if (error instanceof ReleaseError && error.refusal === 'not-found') this.stops.delete(key);
        else if (!said?.has(NOT_STOPPED)) this.parts.log('warn', NOT_STOPPED, { remote: key, reason: reason(error) });
        said?.add(NOT_STOPPED);
      }
    }
  }

  private async look(canary: RunningCanary): Promise<void> {
    const { app, version } = canary.release.manifest;
    const watched = this.of(canary);
    try {
      const { said } = watched;
      const sayTrouble = (error: unknown) => {
        if (!said.has(NOT_SHARED)) this.parts.log('warn', NOT_SHARED, { remote: app, version, reason: reason(error) });
        said.add(NOT_SHARED);
      };
      const exchange = () => watched.folder.exchange(watched.cohort).then(() => said.delete(NOT_SHARED), sayTrouble);
      watched.sharing ??= exchange().finally(() => delete watched.sharing);
      // A slow store does not delay the verdict on this composer's own evidence.
      await orAfter(watched.sharing, LOOK_EVERY_MS / 4, () => undefined);
      watched.cohort.catchUp();
      const steps = watched.cohort.evidence();
      watched.verdict = judge(steps);
      const compared = this.compare(canary, watched, steps);
      if (watched.verdict.stop) this.end(canary, watched.verdict, steps, compared);
      else if (compared && ENDS.includes(compared.outcome))
        this.end(canary, { ...watched.verdict, why: compared.why }, steps, compared);
      else await this.goOn(canary, watched, steps);
    } catch (error) {
      const why = reason(error);
      if (!watched.said.has(why)) this.parts.log('warn', 'canary not judged', { remote: app, version, reason: why });
      watched.said.add(why);
    }
  }

  /** Compares the variants of an experiment; undefined for a canary without one. */
  private compare(canary: RunningCanary, watched: Watched, steps: StepEvidence[]): ExperimentResult | undefined {
    const plan = canary.deployment.extras.experiment;
    if (!plan) return undefined;
    const result = judgeExperiment(steps, plan);
    const { version } = canary.release.manifest;
    if (result.outcome === 'b-better') this.sayOnce(canary, watched, 'experiment decided', version, result.why);
    if (result.worse === 'a')
      this.sayOnce(canary, watched, 'live release is worse in an experiment', plan.against, result.why);
    return result;
  }

  private sayOnce(canary: RunningCanary, { said }: Watched, event: string, version: string, why: string): void {
    if (!said.has(event)) this.parts.log('info', event, { remote: canary.release.manifest.app, version, reason: why });
    said.add(event);
  }

  private end(canary: RunningCanary, verdict: Verdict, steps: StepEvidence[], experiment?: ExperimentResult): void {
    const { app, version } = canary.release.manifest;
    const { log, watcher, shared } = this.parts;
    const { why } = verdict;
    watcher.leaveOut(runOf(canary));
    if (verdict.stop) log('error', 'canary stopped', { remote: app, version, reason: why });
    else log('info', 'experiment ended', { remote: app, version, reason: why });
    const { startedAt } = canary.deployment.extras;
    const evidence = { steps, ...(experiment && { experiment }) };
    const step = { by: JUDGE, why, version, startedAt, evidence };
    if (shared) this.stops.set(runOf(canary), () => stopCanary(shared, app, step));
  }

  private async goOn(canary: RunningCanary, watched: Watched, steps: StepEvidence[]): Promise<void> {
    const { app, version } = canary.release.manifest;
    const { log, shared } = this.parts;
    const plan = canary.deployment.extras.canary;
    if (!shared || !plan || !watched.verdict || Date.now() < dueAt(plan)) return;
    const blind = plan.withoutEvidence;
    // Visitors who have not reported yet may never do so.
    const wouldStop = judge(watched.cohort.evidence(Number.POSITIVE_INFINITY)).stop;
    const known = wouldStop ? undefined : enoughToGoOn(steps, { ...plan, percent: canary.percent }, Date.now());
    const counted = countedText(steps);
    if (known === undefined && blind === undefined) {
      const reached = `${counted}; by now the judge would have found ${powerText(powerOf(steps))}`;
      return this.sayOnce(canary, watched, WAITS, version, reached);
    }
    watched.said.delete(WAITS);
    const held = known === undefined ? `without evidence: ${blind} (${counted})` : `${counted}; ${known}`;
    const step = await advanceCanary(shared, app, canary.deployment, { evidence: { steps }, held });
    log('info', 'canary goes on', { remote: app, version, reason: step.why });
  }
}
