/** Standard Schema's way to hold a value against a schema, whatever library made it (zod, valibot, arktype …). */
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

/** One fact that an app tells others. */
export interface EventDeclaration<Detail = unknown> {
  /** What its detail must be. */
  detail: DetailSchema<Detail>;
  /** The latest one is told to who subscribes later. */
  retained?: boolean;
}

/** What an app exports in `src/events.ts`, by the names of its facts. */
export type EventDeclarations = Readonly<Record<string, EventDeclaration>>;

/**
 * Facts that apps tell each other. A name is `{app}:{fact}`; details are copied as JSON, so that nothing else crosses.
 * Each is a `CustomEvent` on `document`, too, for remotes that do without our kit.
 */
export interface SiteEvents {
  /** Tells a fact. One whose detail does not fit its schema throws in development, and is dropped and counted in production. */
  publish(name: string, detail: unknown): void;
  /** @returns what ends the subscription; the unmounting of who subscribed does so, too */
  subscribe(name: string, listener: (detail: unknown) => void): () => void;
}

/** `{app}:{fact}` */
export const EVENT_NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*:[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** A longer detail is refused: an event is a fact, not a store. */
export const LARGEST_DETAIL_CHARS = 16_384;
