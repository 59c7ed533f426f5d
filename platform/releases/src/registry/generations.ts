import * as z from 'zod';
import { ReleaseError } from '../errors';
import type { HistoryEntry } from './history';
import { type Lock, lockOf } from './locks';

const stepSchema = z.object({
  generation: z.number().int(),
  /** Of the newest step that a person took. */
  byPerson: z.number().int(),
  signature: z.string(),
});
const lockSchema = z.object({
  app: z.string(),
  generation: z.number().int(),
  until: z.string(),
  by: z.string(),
  why: z.string(),
});
/** What an app's newest step left live, and the step's generation. */
const standingSchema = z.object({ generation: z.number().int(), standing: z.string() });
const memorySchema = z.object({
  steps: z.record(z.string(), stepSchema),
  locks: z.record(z.string(), lockSchema),
  standings: z.record(z.string(), standingSchema).default({}),
});

type Memory = z.output<typeof memorySchema>;

/**
 * The newest steps that were followed. Whoever can write to the store could otherwise bring back an old registry, whose
 * signatures all hold.
 */
export class Generations {
  private memory: Memory;
  private changed = false;

  /** @param written what {@link text} gave before; anything else counts as nothing */
  constructor(written?: string) {
    this.memory = memorySchema.safeParse(written === undefined ? undefined : parse(written)).data ?? {
      steps: {},
      locks: {},
      standings: {},
    };
  }

  /** To be kept; undefined when nothing changed since it was asked for. */
  text(): string | undefined {
    if (!this.changed) return undefined;
    this.changed = false;
    return JSON.stringify(this.memory);
  }

  apps(): string[] {
    return Object.keys(this.memory.steps).filter((slot) => !slot.endsWith('.lock'));
  }

  locked(): string[] {
    return Object.keys(this.memory.locks);
  }

  lockOf(app: string): Lock | undefined {
    return this.memory.locks[app];
  }

  /** Whether this very step was followed before: what came later does not undo it. */
  knows(app: string, step: Record<string, unknown>): boolean {
    const { signature } = step as { signature?: { value?: unknown } };
    return signature?.value !== undefined && this.memory.steps[app]?.signature === signature.value;
  }

  /** @throws ReleaseError when a newer step was followed before */
  refuseOlder(slot: string, generation: number, startedBy?: number): void {
    const known = this.memory.steps[slot];
    if (!known || (generation >= known.generation && (startedBy ?? generation) >= known.byPerson)) return;
    throw new ReleaseError(
      `The registry's entry of ${slot.replace('.lock', "'s lock")} is of step ${generation}, but step ${known.generation} was followed before: an older one is not followed.`,
      { refusal: 'superseded' },
    );
  }

  remember(slot: string, { generation, signature }: HistoryEntry, startedBy?: number): void {
    const known = this.memory.steps[slot];
    if (known?.generation === generation && known.signature === signature?.value) return;
    const byPerson = startedBy ?? generation;
    this.memory.steps[slot] = { generation, byPerson, signature: signature?.value ?? '' };
    this.changed = true;
  }

  /** What was live after the newest step that was followed; undefined of an app that is new here. */
  standing(app: string): { generation: number; standing: string } | undefined {
    return this.memory.standings[app];
  }

  rememberStanding(app: string, generation: number, standing: string): void {
    const known = this.memory.standings[app];
    if (known?.generation === generation && known.standing === standing) return;
    this.memory.standings[app] = { generation, standing };
    this.changed = true;
  }

  rememberLock(app: string, entry: HistoryEntry): void {
    this.remember(`${app}.lock`, entry);
    const lock = lockOf(entry);
    if (lock) this.memory.locks[app] = lock;
    else delete this.memory.locks[app];
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
