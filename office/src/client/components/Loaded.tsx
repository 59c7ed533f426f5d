import type { FormEvent, ReactNode } from 'react';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null; refetch(): unknown };
  children(data: Data): ReactNode;
}

/** What a query brought; until then that it is asked for, and when it failed why. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      <Failure error={error} onRetry={() => void refetch()} />
      {data === undefined ? !error && <p className="empty">Loading …</p> : children(data)}
    </>
  );
}

/** What did not work, in a sentence, and how to try again. */
export function Failure({ error, onRetry }: { error: { message: string } | null | undefined; onRetry?(): void }) {
  if (!error) return null;
  return (
    <div className="notice" data-kind="bad" role="alert">
      <p>{error.message}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** How something stands, in a word. */
export const State = ({ kind, children }: { kind: string; children: ReactNode }) => (
  <span className="state" data-kind={kind}>
    {children}
  </span>
);

/** A line of a list of facts. */
export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Something that is done by a call. */
export interface Sent<Answer> {
  isPending: boolean;
  mutate(given: undefined, options?: Outcome<Answer>): void;
}

/** What follows from it. */
export interface Outcome<Answer> {
  onSuccess?: (answer: Answer) => void;
  onError?: (error: Error) => void;
}

/** Sends a form by what it does, once at a time. */
export const sending =
  <Answer,>(act: Sent<Answer>, options?: Outcome<Answer>) =>
  (event: FormEvent): void => {
    event.preventDefault();
    if (!act.isPending) act.mutate(undefined, options);
  };
