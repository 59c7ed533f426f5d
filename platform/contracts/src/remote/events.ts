/** A schema of any library that implements Standard Schema (zod, valibot, arktype …). */
export interface DetailSchema<Detail = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => { readonly value: Detail } | { readonly issues: readonly unknown[] } | Promise<unknown>;
    readonly types?: { readonly input: unknown; readonly output: Detail } | undefined;
  };
}

export interface EventDeclaration<Detail = unknown> {
  detail: DetailSchema<Detail>;
  /** True: later subscribers get the latest event. */
  retained?: boolean;
}

/** An app's events by name, as `src/events.ts` exports them. */
export type EventDeclarations = Readonly<Record<string, EventDeclaration>>;

declare global {
  /** Details of live events by `{app}:{event}`; `npm run wholepage -- types` fills it. */
  interface LiveEvents {}
}

/** Detail type of a live event; `unknown` for events of apps that are not live. */
export type DetailOf<Name extends string> = Name extends keyof LiveEvents ? LiveEvents[Name] : unknown;

/** Events between apps, named `{app}:{event}`. Listeners get a frozen copy. Each is also a `CustomEvent` on `document`. */
export interface SiteEvents {
  /** Publishes an event. A detail that does not match its schema throws in development; production drops and counts it. */
  publish<Name extends string>(name: Name, detail: DetailOf<Name>): void;
  /** @returns a function that ends the subscription; unmounting the subscriber ends it too */
  subscribe<Name extends string>(name: Name, listener: (detail: DetailOf<Name>) => void): () => void;
}

/** `{app}:{event}` */
export const EVENT_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*:[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Longest name: 40 characters of an app, a colon, and 100 of its event. */
export const LONGEST_EVENT_NAME = 141;
/** Longest detail as JSON, in characters. Larger data belongs behind an address. */
export const LARGEST_DETAIL_CHARS = 16_384;
