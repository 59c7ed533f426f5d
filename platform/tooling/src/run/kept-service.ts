import { type Service, type ServiceOptions, startService, stopServices, waitUntilHealthy } from './spawn';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
const START_TIMEOUT_MS = 180_000;
/** The longest wait for a restarted program: its developer wants to try again soon. */
const RENEWAL_TIMEOUT_MS = 10_000;
/** The run time after which a program counts as healthy: its next end starts with the shortest pause again. */
const WELL_AFTER_MS = 60_000;

interface KeptServiceOptions extends Omit<ServiceOptions, 'env'> {
  name: string;
  /** The address that answers when it is healthy. */
  health?: string;
  /** The environment; a function is called at each start. */
  env?: NodeJS.ProcessEnv | (() => NodeJS.ProcessEnv);
  /** Called when it ends by itself; default: the receiver of its printed lines. */
  say?(line: string): void;
  /** Once aborted, an ended program is not restarted: Ctrl+C reaches all programs of a terminal, not only their keeper. */
  signal?: AbortSignal | undefined;
  /** The pause before the first restart; each further one is twice as long. */
  firstDelayMs?: number;
}

/** A program that is restarted whenever it ends by itself: its users wait, and nothing else stops. */
export class KeptService {
  readonly name: string;
  private service: Service;
  /** The process whose end leads to a restart. */
  private watched: Service | undefined;
  private startedAt = performance.now();
  private delayMs: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  /** @param first a process that already runs; default: a new one */
  constructor(
    private readonly options: KeptServiceOptions,
    first?: Service,
  ) {
    this.delayMs = options.firstDelayMs ?? FIRST_DELAY_MS;
    this.service = this.watch(first ?? launch(options));
    this.name = options.name;
  }

  /** Keeps a program from its first healthy moment: a wrong setting would stop each start. @throws Error with its name */
  static async start(options: KeptServiceOptions & { health: string }): Promise<KeptService> {
    options.signal?.throwIfAborted();
    const first = launch(options);
    const halt = () => void stopServices([first]);
    options.signal?.addEventListener('abort', halt, { once: true });
    try {
      await waitUntilHealthy(first, options.health, START_TIMEOUT_MS);
    } catch (error) {
      await stopServices([first]);
      throw error;
    } finally {
      options.signal?.removeEventListener('abort', halt);
    }
    return new KeptService(options, first);
  }

  /** The running process, or the last one. */
  get current(): Service {
    return this.service;
  }

  async restart(): Promise<void> {
    clearTimeout(this.timer);
    this.watched = undefined;
    await stopServices([this.service]);
    if (!this.isOver) this.service = this.watch(launch(this.options));
  }

  /** Restarts it, and waits until it is healthy. @throws Error in one sentence when it is not; it is kept all the same */
  async renew(): Promise<void> {
    const { health } = this.options;
    await this.restart();
    if (health && !this.isOver) await waitUntilHealthy(this.service, health, RENEWAL_TIMEOUT_MS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await stopServices([this.service]);
  }

  private get isOver(): boolean {
    return this.stopped || this.options.signal?.aborted === true;
  }

  private watch(service: Service): Service {
    this.startedAt = performance.now();
    this.watched = service;
    void service.ended.then((code) => {
      if (!this.isOver && service === this.watched) this.startAgain(code);
    });
    return service;
  }

  private startAgain(code: number): void {
    const { firstDelayMs = FIRST_DELAY_MS, onLine, say = onLine } = this.options;
    if (performance.now() - this.startedAt > WELL_AFTER_MS) this.delayMs = firstDelayMs;
    say(`${this.name} ended with code ${code}; its last lines say why. It is started again.`);
    this.timer = setTimeout(() => {
      if (!this.isOver) this.service = this.watch(launch(this.options));
    }, this.delayMs);
    this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS);
  }
}

const launch = ({ name, env, ...options }: KeptServiceOptions): Service =>
  startService(name, { ...options, env: typeof env === 'function' ? env() : env });

/** Stops services in turn, the last started first, each after the requests in flight of the one before. */
export async function stopKept(services: readonly KeptService[]): Promise<void> {
  for (const service of [...services].reverse()) await service.stop();
}
