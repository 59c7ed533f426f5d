import { randomUUID } from 'node:crypto';
import type { Deployment } from '@wholepage/contracts/release';
import * as z from 'zod';
import { parseAs, type WritableStore } from '../store/store';
import { noCounts, SLOWER_THAN, type StepEvidence, type VariantCounts, VITALS } from './judge';

const count = z.number().min(0);

/** A network in a canary's evidence: the visitor of it who came first, and how that visitor fared. */
const memberSchema = z.object({
  network: z.string().max(30),
  visitor: z.string().max(30),
  /** Second of the first page view, since 1970. */
  since: count,
  /** Share of the canary then, in percent. */
  percent: count.max(100),
  variant: z.enum(['canary', 'live']),
  /** Second of the first page of the app that was given with a page-view token, since 1970; 0 before it. */
  given: count,
  /** Its browser reported of such a page. */
  heard: z.boolean(),
  failed: z.boolean(),
  /** The worst, in milliseconds; 0 before the first. */
  lcp: count,
  inp: count,
  /** Reached the goal of an experiment, after a page of the app. */
  reached: z.boolean(),
});
export type Member = z.output<typeof memberSchema>;
type Arrival = Pick<Member, 'network' | 'visitor' | 'since' | 'percent' | 'variant'>;
export type Variant = Member['variant'];

/** What a visitor gets at present, and the canary's share then. */
export type Assignment = Pick<Member, 'variant' | 'percent'>;

/** What a visit said of the app. */
export type Observation = { [Field in Exclude<keyof Member, keyof Arrival>]?: Member[Field] | undefined };

const NOTHING = { given: 0, heard: false, failed: false, lcp: 0, inp: 0, reached: false };

/** A goal of a visitor whose page view another composer had. */
interface EarlyGoal {
  network: string;
  visitor: string;
  now: Assignment;
  /** Milliseconds since 1970. */
  at: number;
}
/** Evidence of another composer arrives within half a minute, or never. */
const EARLY_KEPT_MS = 60_000;
/** Beyond these no early goal is taken in, so that nobody can fill the memory. */
const MOST_EARLY = 5_000;

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
  private early = new Map<string, EarlyGoal>();

  /** A visitor whose variant was just drawn. Speaks for the network, unless somebody does. */
  arrive(first: Arrival): void {
    const known = this.members.get(first.network);
    const member = { ...first, ...NOTHING };
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
    if (this.put(known, observation)) this.unshared.add(network);
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
      return;
    }
    const key = `${network} ${visitor}`;
    if (!this.early.has(key) && this.early.size < MOST_EARLY) this.early.set(key, { network, visitor, now, at });
  }

  /** Counts goals whose page views have become known meanwhile. Call it after {@link merge}. */
  catchUp(at = Date.now()): void {
    const waiting = this.early.values();
    this.early = new Map();
    for (const goal of waiting)
      if (at - goal.at <= EARLY_KEPT_MS) this.reach(goal.network, goal.visitor, goal.now, goal.at);
  }

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
  private put(known: Member, { given = 0, heard, failed, lcp = 0, inp = 0, reached }: Observation) {
    const after: Member = {
      ...known,
      given: earlier(known.given, given),
      heard: known.heard || heard === true,
      failed: known.failed || failed === true,
      lcp: Math.max(known.lcp, lcp),
      inp: Math.max(known.inp, inp),
      reached: known.reached || reached === true,
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

const fileSchema = z.array(memberSchema).max(MOST_NETWORKS);

/** Names one canary of a version: another one of it later has its own evidence. */
export const evidenceKey = (app: string, version: string, startedAt: string | undefined): string =>
  `${app} ${version} ${startedAt ?? ''}`.trim();

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

  /** @param key as {@link evidenceKey} names the canary */
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
      cohort.merge(parseAs(fileSchema, await this.store.read(`${this.folder}/${name}`)) ?? []);
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
    const text = JSON.stringify(members);
    await this.store.create(`${this.folder}/${this.own}-${this.written}.json`, Buffer.from(text));
    this.written += 1;
    this.writtenAt = now;
    cohort.shared(members);
  }
}

/** What composers have seen of a canary by now, as they share it in the private store. */
export async function readSteps(
  privateStore: WritableStore,
  app: string,
  { metadata, extras }: Deployment,
): Promise<StepEvidence[]> {
  const cohort = new Cohort();
  const key = evidenceKey(app, metadata.version, extras.startedAt);
  await new EvidenceFolder(privateStore, key).exchange(cohort);
  return cohort.evidence();
}
