import { randomUUID } from 'node:crypto';
import type { Deployment } from '@wholepage/contracts/release';
import * as z from 'zod';
import { parseAs, type WritableStore } from '../store/store';
import { noCounts, SLOWER_THAN, type StepEvidence, type VariantCounts, VITALS } from './judge';

const count = z.number().min(0);

/** A network in a canary's evidence, represented by its first visitor. */
const memberSchema = z.object({
  network: z.string().max(30),
  visitor: z.string().max(30),
  /** Time of the first page view, in seconds since 1970. */
  since: count,
  /** Canary's share at that time, in percent. */
  percent: count.max(100),
  variant: z.enum(['canary', 'live']),
  /** Time of the first page of the app with a page-view token, in seconds since 1970; 0 before it. */
  given: count,
  /** Whether its browser reported on such a page. */
  heard: z.boolean(),
  failed: z.boolean(),
  /** Worst values in milliseconds; 0 before the first. */
  lcp: count,
  inp: count,
  /** Whether it reached the experiment's goal, after a page of the app. */
  reached: z.boolean(),
});
export type Member = z.output<typeof memberSchema>;
type Arrival = Pick<Member, 'network' | 'visitor' | 'since' | 'percent' | 'variant'>;
export type Variant = Member['variant'];

/** A visitor's present variant, and the canary's present share. */
export type Assignment = Pick<Member, 'variant' | 'percent'>;

/** An observation of a visit to the app. */
export type Observation = { [Field in Exclude<keyof Member, keyof Arrival>]?: Member[Field] | undefined };

const NOTHING = { given: 0, heard: false, failed: false, lcp: 0, inp: 0, reached: false };

/** A goal of a visitor whose page view another composer served. */
interface EarlyGoal {
  network: string;
  visitor: string;
  now: Assignment;
  /** Milliseconds since 1970. */
  at: number;
}
/** How long early goals wait for another composer's evidence, which arrives within half a minute. */
const EARLY_KEPT_MS = 60_000;
/** Most early goals, so that nobody can fill the memory. */
const MOST_EARLY = 5_000;

/** Most networks: more than any verdict needs, so that nobody can fill the memory. */
const MOST_NETWORKS = 50_000;

/** Whether all composers choose one of two first visitors of a network, whom different composers met. */
const isEarlier = (one: Member, other: Member): boolean =>
  one.since !== other.since ? one.since < other.since : one.visitor < other.visitor;

/** Silence that counts: a page-view token lasts five minutes, and other composers' reports arrive a little later. */
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
      // The limits are in ascending order.
      if (member[vital] <= limit) break;
      counts[vital][index] = (counts[vital][index] ?? 0) + by;
    }
  }
};

/** Whether a report on a member's page may still come. */
const isAwaited = ({ given, heard, failed, lcp }: Member): boolean => given > 0 && !failed && (!heard || lcp === 0);

/** Returns the earlier of two times; 0 means none. */
const earlier = (one: number, other: number): number => (one && other ? Math.min(one, other) : one || other);

/**
 * The networks that count for one canary. Each contributes one visitor to one variant, fixed at its first page view
 * while the canary runs. A network counts once its browser reported, or was silent for too long, while the canary keeps
 * its share. Decision 149 has the reasons.
 */
export class Cohort {
  private readonly members = new Map<string, Member>();
  private readonly steps = new Map<number, StepEvidence>();
  /** Members whose reports may still come. */
  private readonly awaited = new Map<string, Member>();
  private readonly unshared = new Set<string>();
  private early = new Map<string, EarlyGoal>();

  /** Adds a visitor whose variant was just drawn, who represents the network unless somebody does already. */
  arrive(first: Arrival): void {
    const known = this.members.get(first.network);
    const member = { ...first, ...NOTHING };
    if (known ? known.visitor === first.visitor || !isEarlier(member, known) : this.members.size >= MOST_NETWORKS)
      return;
    this.replace(known, member);
    this.unshared.add(first.network);
  }

  /** Records an observation. Ignores visitors who do not represent their network, or whose variant was drawn at another share. */
  observe(network: string, visitor: string, now: Assignment, observation: Observation): void {
    const known = this.members.get(network);
    if (known?.visitor !== visitor || known.variant !== now.variant || known.percent !== now.percent) return;
    if (this.put(known, observation)) this.unshared.add(network);
  }

  /**
   * Records a reached goal, once, for a network's representative who had a page of the app. If another composer served
   * that page, it counts once that is known here.
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

  /** Counts early goals whose page views became known. Call it after {@link merge}. */
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

  /** Returns members that changed since they were shared. */
  changed(): Member[] {
    return [...this.unshared].flatMap((network) => this.members.get(network) ?? []);
  }

  /** Marks members as shared with the other composers. */
  shared(members: readonly Member[]): void {
    for (const member of members) if (this.members.get(member.network) === member) this.unshared.delete(member.network);
  }

  /**
   * Returns the evidence of each step.
   * @param now seconds since 1970; `Infinity` counts all members without a report as silent
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

  /** Adds observations to a member. @returns whether they are news */
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
    const none = () => ({ percent, canary: noCounts(), live: noCounts() });
    return this.steps.getOrInsertComputed(percent, none)[variant];
  }
}

const fileSchema = z.array(memberSchema).max(MOST_NETWORKS);

/** Returns the key of one canary of a version; a later one of it has its own evidence. */
export const evidenceKey = (app: string, version: string, startedAt: string | undefined): string =>
  `${app} ${version} ${startedAt ?? ''}`.trim();

const evidencePath = (key: string): string => `evidence/${key.replaceAll(/[^\w.-]+/g, '/')}`;

/** Pauses between two files by their number, as pairs of a number of files and a pause. */
const PAUSES_MS = [
  [120, 900],
  [600, 5_000],
  [Number.POSITIVE_INFINITY, 30_000],
] as const;

/**
 * The composers' evidence on one canary, in the private store. Each composer adds files with its news, and reads the
 * others'. They hold networks and visitors only as keyed hashes.
 */
export class EvidenceFolder {
  private readonly own = randomUUID();
  private readonly known = new Set<string>();
  private written = 0;
  private writtenAt = 0;

  private readonly folder: string;

  /** @param key of {@link evidenceKey} */
  constructor(
    private readonly store: WritableStore,
    key: string,
  ) {
    this.folder = evidencePath(key);
  }

  /** Shares news with the other composers, and merges theirs. @throws when the store is unavailable */
  async exchange(cohort: Cohort, now = Date.now()): Promise<void> {
    const pause = PAUSES_MS.find(([files]) => this.written < files)?.[1] ?? 0;
    if (Math.abs(now - this.writtenAt) >= pause) await this.shareRest(cohort, now);
    const names = (await this.store.names(this.folder)).filter(
      (name) => name.endsWith('.json') && !name.startsWith(this.own) && !this.known.has(name),
    );
    for (const name of names) {
      cohort.merge(parseAs(fileSchema, await this.store.read(`${this.folder}/${name}`)) ?? []);
      this.known.add(name);
    }
  }

  /** Removes all evidence of an ended canary. */
  async remove(): Promise<void> {
    for (const name of await this.store.names(this.folder)) await this.store.remove(`${this.folder}/${name}`);
  }

  /** Shares news at once, as at a composer's end. @throws when the store is unavailable */
  async shareRest(cohort: Cohort, now = Date.now()): Promise<void> {
    const members = cohort.changed();
    if (members.length === 0) return;
    const text = JSON.stringify(members);
    await this.store.create(`${this.folder}/${this.own}-${this.written}.json`, Buffer.from(text));
    this.written += 1;
    this.writtenAt = now;
    cohort.shared(members);
  }
}

/** Reads the composers' evidence on a canary from the private store. */
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
