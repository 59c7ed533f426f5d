import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Generations } from '@wholepage/releases/registry/generations';

/** Which steps of a store's registry this composer followed, over restarts: an older one is never followed again. */
export class FollowedSteps {
  private readonly file: string;
  private known: Generations | undefined;

  /** @param place the store: a new one starts from scratch */
  constructor(folder: string, place: string) {
    const id = createHash('sha256').update(place).digest('hex').slice(0, 12);
    this.file = join(folder, `followed-${id}.json`);
  }

  /** @throws when they cannot be read just now: followed as if there were none, an old registry would come back */
  async generations(): Promise<Generations> {
    this.known ??= new Generations(
      await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    );
    return this.known;
  }

  /** @throws when the disk takes nothing: what was followed is known until the next start then */
  async save(): Promise<void> {
    const text = this.known?.text();
    if (text === undefined) return;
    const draft = `${this.file}.${randomUUID()}`;
    await mkdir(dirname(this.file), { recursive: true });
    await writeFile(draft, text);
    await rename(draft, this.file);
  }
}
