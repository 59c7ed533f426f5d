import { RefusedError } from '../errors';
import type { Route } from '../http/route';

const KINDS = ['error', 'garbage', 'no-id', 'hang'] as const;
const TIMES_MAX = 1000;
/** A hanging call is let go after this, so that nothing is kept open for ever. */
const HANG_MS = 30_000;

/** How the REST API misbehaves for the next `times` calls. */
export interface Fault {
  kind: (typeof KINDS)[number];
  times: number;
}

const isKind = (value: unknown): value is Fault['kind'] => KINDS.some((kind) => kind === value);

/** Lets a test see what a merchant does when the provider is unwell. */
export class Faults {
  #current: Fault | undefined;
  readonly #hanging = new Set<() => void>();

  get current(): Fault | undefined {
    return this.#current;
  }

  /** @throws RefusedError when the fault is none that the sandbox knows */
  set({ kind, times = 1 }: Record<string, unknown>): void {
    if (!isKind(kind)) throw new RefusedError(`kind must be one of ${KINDS.join(', ')}.`, { field: 'kind' });
    if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > TIMES_MAX) {
      throw new RefusedError(`times must be a whole number from 1 to ${TIMES_MAX}.`, { field: 'times' });
    }
    this.#current = { kind, times };
  }

  clear(): void {
    this.#current = undefined;
    for (const letGo of this.#hanging) letGo();
  }

  /** The same routes, misbehaving while a fault is set. The call still does its work, as when only the answer is lost. */
  wrap(routes: Route[]): Route[] {
    return routes.map((route) => ({
      ...route,
      handle: async (call) => {
        const kind = this.#take();
        if (kind === 'error') {
          throw new RefusedError('The server encountered an error.', {
            status: 500,
            code: 'SERVER_ERROR',
            reason: 'server_error',
          });
        }
        const reply = await route.handle(call);
        if (kind === 'garbage') return { type: 'text/html', body: '<html><title>502 Bad Gateway</title>' };
        if (kind === 'no-id') return { body: { entity: 'order' } };
        if (kind === 'hang') await this.#hang();
        return reply;
      },
    }));
  }

  #take(): Fault['kind'] | undefined {
    const fault = this.#current;
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times === 0) this.#current = undefined;
    return fault.kind;
  }

  #hang(): Promise<void> {
    return new Promise((resolve) => {
      const letGo = () => {
        clearTimeout(timer);
        this.#hanging.delete(letGo);
        resolve();
      };
      const timer = setTimeout(letGo, HANG_MS);
      this.#hanging.add(letGo);
    });
  }
}
