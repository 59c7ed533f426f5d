import { randomUUID } from 'node:crypto';
import type { Deployment } from '@wholepage/contracts/release';
import * as z from 'zod';
import { parseAs, type WritableStore } from '../store/store';
import { noCounts, SLOWER_THAN, type StepEvidence, type VariantCounts, VITALS } from './judge';

export type Variant = 'canary' | 'live';

/** A network in a canary's evidence: the visitor of it who came first, and how that visitor fared. */
export interface Member {
  network: string;
  visitor: string;
  /** Second of the first page view, since 1970. */
  since: number;
  /** Share of the canary then, in percent. */
  percent: number;
  variant: Variant;
  /** Second of the first page of the app that was given with a page-view token, since 1970; 0 before it. */
  given: number;
  /** Its browser reported of such a page. */
  heard: boolean;
  failed: boolean;
  /** The worst, in milliseconds; 0 before the first. */
  lcp: number;
  inp: number;
  /** Reached the goal of an experiment, after a page of the app. */
  reached: boolean;
}

/** What a visitor gets at present, and the canary's share then. */
export type Assignment = Pick<Member, 'variant' | 'percent'>;

/** What a visit said of the app. */
export interface Observation {
  /** Second in which a page of the app was given with a page-view token. */
  given?: number | undefined;
  /** The browser reported of it. */
  heard?: boolean | undefined;
  /** A render, load, mount or script failed. */
  failed?: boolean | undefined;
  /** Milliseconds. */
  lcp?: number | undefined;
  inp?: number | undefined;
}

/** More networks than any verdict needs; beyond them nobody is added, so that nobody can fill the memory. */
const MOST_NETWORKS = 50_000;

/** Of two first visitors of a network, who were met by different composers, the one that all composers choose. */
const isEarlier = (one: Member, other: Member): boolean =>
  one.since !== other.since ? one.since < other.since : one.visitor < other.visitor;

/** A page-view token is valid for five minutes; what another composer heard by then is known here a little later. */
const SILENT_AFTER_SECONDS = 360;

const add = (counts: VariantCounts, member: Member, by: 1 | -1): void => {
  if (!member.heard && !member.failed) return;
  counts.networks += by;
  if (member.heard) counts.heard += by;
  if (member.failed) counts.failed += by;
  if (member.reached) counts.reached += by;
  for (const vital of VITALS) {
    if (member[vital] > 0) counts.timed[vital] += by;
    for (const [index, limit] of SLOWER_THAN[vital].entries()) {
      // The limits rise.
      if (member[vital] <= limit) break;
      counts[vital][index] = (counts[vital][index] ?? 0) + by;
    }
  }
};

/** Whether something is still to be heard of a member who has a page. */
const isAwaited = ({ given, heard, failed, lcp }: Member): boolean => given > 0 && !failed && (!heard || lcp === 0);

/** Of two times of which 0 is none. */
const earlier = (one: number, other: number): number => (one && other ? Math.min(one, other) : one || other);

/**
 * The networks that speak for or against one canary. Each contributes one visitor to one variant, fixed at its first page
 * view while the canary runs. It is counted once its browser was heard, or was silent for too long. That holds while the
 * canary keeps its share; decision 149 says why.
 */
export class Cohort {
  private readonly members = new Map<string, Member>();
  private readonly steps = new Map<number, StepEvidence>();
  /** Those of whom something is still to be heard. */
  private readonly awaited = new Map<string, Member>();
  private readonly unshared = new Set<string>();
  private readonly early = new EarlyGoals();

  /** A visitor whose variant was just drawn. Speaks for the network, unless somebody does. */
  arrive(first: Pick<Member, 'network' | 'visitor' | 'since' | 'percent' | 'variant'>): void {
    const known = this.members.get(first.network);
    const member = { ...first, given: 0, heard: false, failed: false, lcp: 0, inp: 0, reached: false };
    if (known ? known.visitor === first.visitor || !isEarlier(member, known) : this.members.size >= MOST_NETWORKS)
      return;
    this.replace(known, member);
    this.unshared.add(first.network);
  }

  /**
   * What befell a visitor of the app. Nothing is made of those who do not speak for their network, nor of those whose variant
   * was drawn while the canary had another share.
   */
  observe(network: string, visitor: string, now: Assignment, observation: Observation): void {
    const known = this.members.get(network);
    if (known?.visitor !== visitor || known.variant !== now.variant || known.percent !== now.percent) return;
    const { given = 0, heard = false, failed = false, lcp = 0, inp = 0 } = observation;
    if (this.put(known, { given, heard, failed, lcp, inp, reached: false })) this.unshared.add(network);
  }

  /**
   * A visitor reached the goal of an experiment. It counts once, for who speaks for the network and had a page of the app.
   * Where another composer had that page, it counts as soon as that is known here.
   */
  reach(network: string, visitor: string, now: Assignment, at = Date.now()): void {
    const known = this.members.get(network);
    if (known?.visitor === visitor && known.given > 0) {
      if (known.reached || known.variant !== now.variant || known.percent !== now.percent) return;
      this.replace(known, { ...known, reached: true });
      this.unshared.add(network);
    } else this.early.add({ network, visitor, now, at });
  }

  /** Counts goals whose page views have become known meanwhile. Call it after {@link merge}. */
  catchUp(at = Date.now()): void {
    for (const goal of this.early.take(at)) this.reach(goal.network, goal.visitor, goal.now, goal.at);
  }

  /** Takes over what another composer has seen. */
  merge(theirs: Iterable<Member>): void {
    for (const other of theirs) {
      const known = this.members.get(other.network);
      if (!known) {
        if (this.members.size < MOST_NETWORKS) this.replace(undefined, other);
      } else if (known.visitor === other.visitor && known.percent === other.percent) {
        this.put({ ...known, since: Math.min(known.since, other.since) }, other);
      } else if (isEarlier(other, known)) this.replace(known, other);
    }
  }

  /** Members that others do not know as they are now. */
  changed(): Member[] {
    return [...this.unshared].flatMap((network) => this.members.get(network) ?? []);
  }

  /** These are known to the others as they are here. */
  shared(members: readonly Member[]): void {
    for (const member of members) if (this.members.get(member.network) === member) this.unshared.delete(member.network);
  }

  /**
   * What is known of each step.
   * @param now second since 1970; `Infinity` takes all for silent of whom nothing was heard yet
   */
  evidence(now = Date.now() / 1000): StepEvidence[] {
    const steps = structuredClone(this.steps);
    for (const { percent, variant, given, heard } of this.awaited.values()) {
      const counts = steps.get(percent)?.[variant];
      if (!counts || now - given < SILENT_AFTER_SECONDS) continue;
      counts.unpainted += 1;
      if (!heard) counts.silent += 1;
    }
    return [...steps.values()].sort((one, other) => one.percent - other.percent);
  }

  /** Adds what else is known of a member. @returns whether it is news */
  private put(known: Member, more: Omit<Member, 'network' | 'visitor' | 'since' | 'percent' | 'variant'>): boolean {
    const after: Member = {
      ...known,
      given: earlier(known.given, more.given),
      heard: known.heard || more.heard,
      failed: known.failed || more.failed,
      lcp: Math.max(known.lcp, more.lcp),
      inp: Math.max(known.inp, more.inp),
      reached: known.reached || more.reached,
    };
    const before = this.members.get(known.network);
    const isNews = (Object.keys(after) as (keyof Member)[]).some((key) => after[key] !== before?.[key]);
    if (isNews) this.replace(before, after);
    return isNews;
  }

  private replace(before: Member | undefined, after: Member): void {
    if (before) add(this.countsOf(before), before, -1);
    this.members.set(after.network, after);
    add(this.countsOf(after), after, 1);
    if (isAwaited(after)) this.awaited.set(after.network, after);
    else this.awaited.delete(after.network);
  }

  private countsOf({ percent, variant }: Member): VariantCounts {
    const step = this.steps.get(percent) ?? { percent, canary: noCounts(), live: noCounts() };
    this.steps.set(percent, step);
    return step[variant];
  }
}

/** Evidence of another composer arrives within half a minute, or never. */
const KEPT_MS = 60_000;
/** Beyond these nothing is taken in, so that nobody can fill the memory. */
const MOST = 5_000;

interface EarlyGoal {
  network: string;
  visitor: string;
  now: Assignment;
  /** Milliseconds since 1970. */
  at: number;
}

/** Goals of visitors whose page view another composer had, until that is known here. */
class EarlyGoals {
  private readonly waiting = new Map<string, EarlyGoal>();

  add(goal: EarlyGoal): void {
    const key = `${goal.network} ${goal.visitor}`;
    if (!this.waiting.has(key) && this.waiting.size < MOST) this.waiting.set(key, goal);
  }

  /** Hands out those that are not too old, once each: whoever cannot use one adds it again. */
  take(at: number): EarlyGoal[] {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    return waiting.filter((goal) => at - goal.at <= KEPT_MS);
  }
}

const count = z.number().min(0);
/** An experiment's rows end with whether the goal was reached, where it was. */
const tupleSchema = z.tuple(
  [
    z.string().max(30),
    z.string().max(30),
    count,
    count.max(100),
    z.enum(['canary', 'live']),
    count,
    z.boolean(),
    z.boolean(),
    count,
    count,
  ],
  z.boolean(),
);
const fileSchema = z.array(tupleSchema).max(50_000);

const toTuple = (member: Member): z.output<typeof tupleSchema> => {
  const { network, visitor, since, percent, variant, given, heard, failed, lcp, inp, reached } = member;
  const row = [network, visitor, since, percent, variant, given, heard, failed, lcp, inp] as const;
  return reached ? [...row, true] : [...row];
};
const fromTuple = ([network, visitor, since, percent, variant, ...seen]: z.output<typeof tupleSchema>): Member => {
  const [given, heard, failed, lcp, inp, reached = false] = seen;
  return { network, visitor, since, percent, variant, given, heard, failed, lcp, inp, reached };
};

/** Names one canary of a version: another one of it later has its own evidence. */
export const canaryKey = (app: string, version: string, startedAt: string | undefined): string =>
  `${app} ${version} ${startedAt ?? ''}`.trim();

/** Where the evidence about a canary lies in the private store. */
const evidencePath = (key: string): string => `evidence/${key.replaceAll(/[^\w.-]+/g, '/')}`;

/** The pause between two files grows with their number: pairs of a number of files and a pause. */
const PAUSES_MS = [
  [120, 900],
  [600, 5_000],
  [Number.POSITIVE_INFINITY, 30_000],
] as const;

/**
 * What composers have seen of one canary, in the private store. Each adds files of what is new to it, and reads those of
 * the others. Networks and visitors are in them as keyed hashes only.
 */
export class EvidenceFolder {
  private readonly own = randomUUID();
  private readonly known = new Set<string>();
  private written = 0;
  private writtenAt = 0;

  private readonly folder: string;

  /** @param key as {@link canaryKey} names the canary */
  constructor(
    private readonly store: WritableStore,
    key: string,
  ) {
    this.folder = evidencePath(key);
  }

  /** Tells the others what is new here, and takes over what is new there. @throws when the store is unavailable */
  async exchange(cohort: Cohort, now = Date.now()): Promise<void> {
    await this.tell(cohort, now);
    const names = (await this.store.names(this.folder)).filter(
      (name) => name.endsWith('.json') && !name.startsWith(this.own) && !this.known.has(name),
    );
    for (const name of names) {
      cohort.merge(await this.read(`${this.folder}/${name}`));
      this.known.add(name);
    }
  }

  /** Who visited is forgotten with the canary. */
  async remove(): Promise<void> {
    for (const name of await this.store.names(this.folder)) await this.store.remove(`${this.folder}/${name}`);
  }

  private async tell(cohort: Cohort, now: number): Promise<void> {
    const members = cohort.changed();
    const pause = PAUSES_MS.find(([files]) => this.written < files)?.[1] ?? 0;
    if (members.length === 0 || now - this.writtenAt < pause) return;
    const text = JSON.stringify(members.map(toTuple));
    await this.store.create(`${this.folder}/${this.own}-${this.written}.json`, Buffer.from(text));
    this.written += 1;
    this.writtenAt = now;
    cohort.shared(members);
  }

  /** One that is not evidence counts as none. */
  private async read(path: string): Promise<Member[]> {
    return (parseAs(fileSchema, await this.store.read(path)) ?? []).map(fromTuple);
  }
}

/**
 * What composers have seen of a canary by now.
 * @param privateStore where they share it
 */
export async function readSteps(
  privateStore: WritableStore,
  app: string,
  { metadata, extras }: Deployment,
): Promise<StepEvidence[]> {
  const cohort = new Cohort();
  const key = canaryKey(app, metadata.version, extras.startedAt);
  await new EvidenceFolder(privateStore, key).exchange(cohort);
  return cohort.evidence();
}
