import type { ReactNode } from 'react';

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
export function Failure({ error, onRetry }: { error: Error | null | undefined; onRetry?(): void }) {
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
