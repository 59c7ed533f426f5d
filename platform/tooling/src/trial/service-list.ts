import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { KeptService, stopKept } from '../run/kept-service';
import { type Service, startService } from '../run/spawn';

export interface ServiceSpec {
  name: string;
  /** Default: Node. */
  command?: string;
  args: string[];
  /** Read at each start, as an environment file is. */
  env?: () => Record<string, string>;
  /** Answers 200 when it can be used; without it, it can be used at once. */
  health?: string;
  /** Sees every line that it prints. @returns false for one that is not to be kept in its log */
  onLine?(line: string): boolean;
}

/** The programs of a cluster: each writes a log of its own, and is started again when it dies. */
export class ServiceList {
  private readonly kept: KeptService[] = [];

  constructor(
    private readonly logs: string,
    private readonly say: (line: string) => void,
    /** Once aborted, what ends stays ended. */
    private readonly signal?: AbortSignal,
  ) {
    mkdirSync(logs, { recursive: true });
  }

  /** @throws naming the log, when it does not become healthy */
  async start({ name, command, args, env, health, onLine }: ServiceSpec): Promise<KeptService> {
    const file = join(this.logs, `${name}.log`);
    const log = createWriteStream(file, { flags: 'a' });
    const launch = (): Service =>
      startService(name, {
        ...(command && { command }),
        args,
        env: { ...process.env, ...env?.() },
        onLine: (line) => {
          if (onLine?.(line) !== false) log.write(`${line}\n`);
        },
      });
    const options = { launch, say: this.say, ...(this.signal && { signal: this.signal }) };
    const service = health
      ? await KeptService.start(health, options).catch((error: unknown) => {
          throw new Error(`${error instanceof Error ? error.message : error} Its log: ${file}`);
        })
      : new KeptService(options);
    this.kept.push(service);
    return service;
  }

  /** @throws when there is none of this name */
  get(name: string): KeptService {
    const found = this.kept.find((service) => service.name === name);
    if (found) return found;
    throw new Error(`There is no ${name} in this cluster.`);
  }

  /** The last started first. */
  stop(): Promise<void> {
    return stopKept(this.kept);
  }
}
