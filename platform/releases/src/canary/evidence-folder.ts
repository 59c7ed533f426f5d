import { randomUUID } from 'node:crypto';
import type { Deployment } from '@wholepage/contracts/discovery';
import * as z from 'zod';
import type { WritableStore } from '../store/store';
import { Cohort, type Member } from './cohort';
import type { StepEvidence } from './evidence';

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
  const { network, visitor, since, percent, side, given, heard, failed, lcp, inp, reached } = member;
  const row = [network, visitor, since, percent, side, given, heard, failed, lcp, inp] as const;
  return reached ? [...row, true] : [...row];
};
const fromTuple = ([network, visitor, since, percent, side, given, heard, failed, lcp, inp, reached = false]: z.output<
  typeof tupleSchema
>): Member => ({ network, visitor, since, percent, side, given, heard, failed, lcp, inp, reached });

/** Names one canary of a version: another one of it later has its own evidence. */
export const canaryKey = (app: string, version: string, startedAt: string | undefined): string =>
  `${app} ${version} ${startedAt ?? ''}`.trim();

/** Where the evidence about a canary lies in the private store. */
export const evidencePath = (key: string): string => `evidence/${key.replaceAll(/[^\w.-]+/g, '/')}`;

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

  constructor(
    private readonly store: WritableStore,
    private readonly folder: string,
  ) {}

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
    const bytes = await this.store.read(path);
    try {
      return fileSchema.parse(JSON.parse(bytes.toString('utf8'))).map(fromTuple);
    } catch {
      return [];
    }
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
  await new EvidenceFolder(privateStore, evidencePath(key)).exchange(cohort);
  return cohort.evidence();
}
