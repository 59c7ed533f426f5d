import { readRegistry } from '@wholepage/releases/registry/registry';
import type { WritableStore } from '@wholepage/releases/store/store';

const REGISTRY_FILE = 'registry.json';

/** Tells listeners of each new generation of the registry. */
export class RegistryWatch {
  private readonly listeners = new Set<(generation: number) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private revision: string | undefined;
  private stopped = false;
  generation = 0;

  constructor(private readonly store: WritableStore) {}

  async start(): Promise<void> {
    await this.look();
    this.plan();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** @returns ends listening */
  listen(listener: (generation: number) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  private plan(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.plan()), this.store.pollMs);
  }

  /** A registry that cannot be read is looked at again; a page that asks for it says what is wrong. */
  private async look(): Promise<void> {
    try {
      const revision = await this.store.revision(REGISTRY_FILE);
      if (revision !== undefined && revision === this.revision) return;
      const { generation } = await readRegistry(this.store);
      this.revision = revision;
      if (generation === this.generation) return;
      this.generation = generation;
      for (const listener of this.listeners) listener(generation);
    } catch {
      this.revision = undefined;
    }
  }
}
