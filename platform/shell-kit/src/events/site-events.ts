import {
  type DetailOf,
  type EventDeclarations,
  LARGEST_DETAIL_CHARS,
  type SiteEvents,
} from '@wholepage/contracts/events';
import { type Reported, reportFailure } from '../reports/report';

/** The latest detail of each retained event. */
const latest = new Map<string, unknown>();

/** Returns a frozen JSON copy; undefined when it is too long. */
function frozenCopy(detail: unknown): unknown {
  const text = JSON.stringify(detail ?? null);
  return text.length > LARGEST_DETAIL_CHARS ? undefined : JSON.parse(text, (_key, value) => Object.freeze(value));
}

/** Events of one app or one of its fragments. Its subscriptions end with it. */
export class EventScope implements SiteEvents {
  private readonly ends = new Set<() => void>();

  /**
   * @param app whose events it may publish
   * @param declared the app's `src/events.ts`
   * @param onRefused called for each dropped event
   */
  constructor(
    private readonly app: string,
    private readonly declared: () => EventDeclarations | undefined,
    private readonly onRefused: (error: Error) => void,
  ) {}

  publish = (name: string, detail: unknown): void => {
    const copy = this.checked(name, detail);
    if (copy === undefined) this.onRefused(new Error(`${name} does not fit src/events.ts`));
    else document.dispatchEvent(new CustomEvent(name, { detail: copy }));
  };

  subscribe = <Name extends string>(name: Name, listener: (detail: DetailOf<Name>) => void): (() => void) => {
    let hasHeard = false;
    // The detail was validated when it was published. Each listener gets a copy of its own.
    const tell = (detail: unknown): void => {
      hasHeard = true;
      const copy = frozenCopy(detail);
      if (copy !== undefined) listener(copy as DetailOf<Name>);
    };
    const hear = (event: Event): void => tell((event as CustomEvent).detail);
    document.addEventListener(name, hear);
    const end = (): void => {
      document.removeEventListener(name, hear);
      this.ends.delete(end);
    };
    this.ends.add(end);
    if (latest.has(name)) queueMicrotask(() => !hasHeard && this.ends.has(end) && tell(latest.get(name)));
    return end;
  };

  /** Ends all subscriptions. */
  end(): void {
    for (const end of this.ends) end();
  }

  /** @returns undefined for an undeclared event, and for a detail that does not match its schema */
  private checked(name: string, detail: unknown): unknown {
    const own = `${this.app}:`;
    const declaration = name.startsWith(own) ? this.declared()?.[name.slice(own.length)] : undefined;
    const result = declaration?.detail['~standard'].validate(detail);
    const copy = result && 'value' in result ? frozenCopy(result.value) : undefined;
    if (declaration?.retained && copy !== undefined) latest.set(name, copy);
    return copy;
  }
}

/** Events of one release. Dropped events are logged and reported to the composer by name. */
export function reportedEvents({ app, version }: Reported, declared: () => EventDeclarations | undefined): EventScope {
  return new EventScope(app, declared, (error) => {
    console.info(error.message);
    reportFailure({ app, version }, 'event', error);
  });
}
