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
  /** Later subscribers get the latest one. */
  retained?: boolean;
}

/** What an app exports in `src/events.ts`, by the names of its facts. */
export type EventDeclarations = Readonly<Record<string, EventDeclaration>>;

declare global {
  /** Details of live events by `{app}:{fact}`: `npm run wholepage -- types` fills it. */
  interface LiveEvents {}
}

/** Detail of an event, as its live release tells it; `unknown` of one that is not live. */
export type DetailOf<Name extends string> = Name extends keyof LiveEvents ? LiveEvents[Name] : unknown;

/** Facts that apps publish, as `{app}:{fact}`. Each listener gets a frozen copy; each is a `CustomEvent` on `document`, too. */
export interface SiteEvents {
  /** Publishes a fact. A detail that does not match its schema throws in development, and is dropped and counted in production. */
  publish<Name extends string>(name: Name, detail: DetailOf<Name>): void;
  /** @returns a function that ends the subscription; unmounting the subscriber ends it too */
  subscribe<Name extends string>(name: Name, listener: (detail: DetailOf<Name>) => void): () => void;
}

/** `{app}:{fact}` */
export const EVENT_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*:[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** A longer detail is refused: an event is a fact, not a store. */
export const LARGEST_DETAIL_CHARS = 16_384;
