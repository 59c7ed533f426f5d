import type pg from 'pg';
import { currentTrace } from '../support/current-trace';

type AnyQuery = (...args: unknown[]) => unknown;

/** Says in a comment of a statement which step of which trace asks for it; the server's log and its statistics show it. */
const withComment = (query: unknown): unknown => {
  const trace = currentTrace.getStore();
  if (!trace) return query;
  const comment = ` /*traceparent='${trace.traceparent}'*/`;
  if (typeof query === 'string') return query + comment;
  const { text } = query as { text?: unknown };
  return typeof text === 'string' ? { ...(query as object), text: text + comment } : query;
};

/** Has every connection of a pool name the trace in its statements. */
export function traceStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as AnyQuery;
    client.query = ((first: unknown, ...rest: unknown[]) => query(withComment(first), ...rest)) as typeof client.query;
  });
}
