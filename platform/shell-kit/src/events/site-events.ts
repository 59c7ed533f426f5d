import { EVENT_NAME, type EventDeclarations, LARGEST_DETAIL_CHARS, type SiteEvents } from 'contracts/events';

/** A fact that an app may not tell, or that is not what it declares. */
export class EventError extends Error {
  override name = 'EventError';
}

/** The latest detail of each retained event. */
const latest = new Map<string, unknown>();

/** A copy as JSON: neither side can change what the other holds. @throws EventError when there is none, or it is too long */
function copyOf(name: string, detail: unknown): unknown {
  const text = JSON.stringify(detail ?? null);
  if (text.length > LARGEST_DETAIL_CHARS)
    throw new EventError(`${name}: its detail is longer than ${LARGEST_DETAIL_CHARS} characters`);
  return JSON.parse(text);
}

/** The events of one app, or of one place of it: what it subscribes to ends with it. */
export class EventScope implements SiteEvents {
  private readonly ends = new Set<() => void>();

  /**
   * @param app whose facts it may tell
   * @param declared what the app exports in `src/events.ts`
   * @param onRefused told of what was dropped
   */
  constructor(
    private readonly app: string,
    private readonly declared: () => EventDeclarations | undefined,
    private readonly onRefused: (error: EventError) => void,
  ) {}

  publish = (name: string, detail: unknown): void => {
    try {
      const copy = this.checked(name, detail);
      document.dispatchEvent(new CustomEvent(name, { detail: copy }));
    } catch (error) {
      if (!(error instanceof EventError)) throw error;
      this.onRefused(error);
    }
  };

  subscribe = (name: string, listener: (detail: unknown) => void): (() => void) => {
    const hear = (event: Event): void => listener((event as CustomEvent<unknown>).detail);
    document.addEventListener(name, hear);
    const end = (): void => {
      document.removeEventListener(name, hear);
      this.ends.delete(end);
    };
    this.ends.add(end);
    if (latest.has(name)) queueMicrotask(() => this.ends.has(end) && listener(latest.get(name)));
    return end;
  };

  /** Ends all subscriptions. */
  end(): void {
    for (const end of this.ends) end();
  }

  private checked(name: string, detail: unknown): unknown {
    const [owner, fact = ''] = name.split(':');
    const declaration = this.declared()?.[fact];
    if (!EVENT_NAME.test(name) || owner !== this.app) throw new EventError(`${name} is no event of ${this.app}`);
    if (!declaration) throw new EventError(`${name} is not declared in src/events.ts of ${this.app}`);
    const result = declaration.detail['~standard'].validate(detail);
    if (!('value' in result)) throw new EventError(`${name}: its detail does not fit what ${this.app} declares`);
    const copy = copyOf(name, result.value);
    if (declaration.retained) latest.set(name, copy);
    return copy;
  }
}
