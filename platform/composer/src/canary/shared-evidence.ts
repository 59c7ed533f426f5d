import { randomUUID } from 'node:crypto';
import { mergeEvidence, type StepEvidence, stepEvidenceSchema } from 'releases/canary/evidence';
import type { WritableStore } from 'releases/store/store';
import { z } from 'zod';

const fileSchema = z.array(stepEvidenceSchema).max(100);

/** What composers have seen of canaries, shared through the store: each writes a file of its own, and reads all. */
export class SharedEvidence {
  private readonly own = `${randomUUID()}.json`;
  private written = new Map<string, string>();

  constructor(private readonly store: WritableStore) {}

  /**
   * Tells the others what this composer has seen.
   * @returns what all of them have
   */
  async exchange(app: string, version: string, seen: StepEvidence[]): Promise<StepEvidence[]> {
    const folder = `${app}/evidence/${version}`;
    const text = JSON.stringify(seen);
    if (this.written.get(folder) !== text) {
      const path = `${folder}/${this.own}`;
      const before = await this.store.find(path);
      await this.store.replace(path, Buffer.from(text), before?.revision);
      this.written = new Map([...this.written, [folder, text]]);
    }
    const others = (await this.store.names(folder)).filter((name) => name.endsWith('.json') && name !== this.own);
    const theirs = await Promise.all(others.map((name) => this.read(`${folder}/${name}`)));
    return mergeEvidence([seen, ...theirs]);
  }

  /** One that cannot be read, for it is being written or is no evidence, counts as none. */
  private async read(path: string): Promise<StepEvidence[]> {
    try {
      const found = await this.store.find(path);
      return found ? fileSchema.parse(JSON.parse(found.bytes.toString('utf8'))) : [];
    } catch {
      return [];
    }
  }
}
