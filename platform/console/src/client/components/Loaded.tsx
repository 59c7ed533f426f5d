import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children(data: Data): ReactNode;
}

/** What a query brought; until then that it is asked for, and when it failed why. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { data, error } = query;
  const queries = useQueryClient();
  /** Whatever else of the screen failed, for the same reason as a rule. */
  const askAgain = () => queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <>
      {error && (
        <div className="notice" data-kind="bad" role="alert">
          <p>{error.message}</p>
          <button type="button" onClick={() => void askAgain()}>
            Try again
          </button>
        </div>
      )}
      {data === undefined ? !error && <p className="empty">Loading …</p> : children(data)}
    </>
  );
}
