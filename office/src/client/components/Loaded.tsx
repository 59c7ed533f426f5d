import type { ReactNode } from 'react';
import { Failure } from './Failure';

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
