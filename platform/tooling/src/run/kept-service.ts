import { type Service, type ServiceOptions, startService, stopServices, waitUntilHealthy } from './spawn';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;
const START_TIMEOUT_MS = 180_000;
/** Who mends a program waits for no more before the next try. */
const RENEWAL_TIMEOUT_MS = 10_000;
/** One that ran this long was well: the next end is a new story. */
const WELL_AFTER_MS = 60_000;

interface KeptServiceOptions extends Omit<ServiceOptions, 'env'> {
  name: string;
  /** Where it answers once it is well. */
  health?: string;
  /** A function is asked at each start. */
  env?: NodeJS.ProcessEnv | (() => NodeJS.ProcessEnv);
  /** Called when it ends by itself; default: as with every line that it prints. */
  say?(line: string): void;
  /** Once aborted, what ends stays ended: Ctrl+C reaches all programs of a terminal, and not only the one that keeps them. */
  signal?: AbortSignal | undefined;
  /** The pause before the first restart; each further one is twice as long. */
  firstDelayMs?: number;
}

/** A program that is started again whenever it ends by itself: what depends on it waits, and nothing else stops. */
export class KeptService {
  readonly name: string;
  private service: Service;
  /** The one whose end is not wanted. */
  private watched: Service | undefined;
  private startedAt = performance.now();
  private delayMs: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  /** @param first the one that runs already; without it, one is started */
  constructor(
    private readonly options: KeptServiceOptions,
    first?: Service,
  ) {
    this.delayMs = options.firstDelayMs ?? FIRST_DELAY_MS;
    this.service = this.watch(first ?? launch(options));
    this.name = options.name;
  }

  /** Keeps a program once it is healthy: a setting that stops one start stops each. @throws naming it, once it is stopped */
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

  /** The process that runs now, or ended last. */
  get current(): Service {
    return this.service;
  }

  async restart(): Promise<void> {
    clearTimeout(this.timer);
    this.watched = undefined;
    await stopServices([this.service]);
    if (!this.isOver) this.service = this.watch(launch(this.options));
  }

  /** Restarts it, and waits until it is well. @throws Error in one sentence when it is not: it is kept all the same */
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

/** Stops them, the last started first, each when the one before has finished what was in flight. */
export async function stopKept(services: readonly KeptService[]): Promise<void> {
  for (const service of [...services].reverse()) await service.stop();
}
