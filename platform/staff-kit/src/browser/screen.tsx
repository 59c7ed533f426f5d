import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { formatDistanceToNowStrict } from 'date-fns';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useReducer, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { copyText } from '../copy-text';
import { SERVICE } from './calls';

interface ScreenProps {
  title: string;
  /** Shown beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen. Its title becomes the document's, and gets the focus when the screen opens. */
export function Screen({ title, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${SERVICE}`;
    // A field of the screen, such as a filter that changes the title, keeps the focus.
    if (!heading.current?.closest('main')?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <main id="main">
      <div className="title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

export const Back = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="button quiet" to={to}>
    Back to {children}
  </Link>
);

interface WaitingProps {
  title: string;
  query: { error: { message: string } | null; refetch(): unknown };
}

/** The screen of a record that is still loading, or failed to load. */
export const Waiting = ({ title, query }: WaitingProps) => (
  <Screen title={title}>
    <Failure error={query.error} onRetry={() => void query.refetch()} />
    {!query.error && <p className="empty">Loading …</p>}
  </Screen>
);

/** Refetches all failed queries of the screen: as a rule they failed for the same reason. */
export const refetchFailed = (queries: QueryClient) =>
  queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: Error | null };
  children(data: Data): ReactNode;
}

/** A query's data; before that a loading line, and after a failure its reason. */
export function Loaded<Data>({ query: { data, error }, children }: LoadedProps<Data>) {
  const queries = useQueryClient();
  return (
    <>
      <Failure error={error} onRetry={() => void refetchFailed(queries)} />
      {data === undefined ? !error && <p className="empty">Loading …</p> : children(data)}
    </>
  );
}

/** A failure in one sentence, with a button to try again. */
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

export const Notice = ({ kind, children }: { kind: 'warn' | 'bad'; children: ReactNode }) => (
  <p className="notice" data-kind={kind}>
    {children}
  </p>
);

export const State = ({ kind, children }: { kind: string; children: ReactNode }) => (
  <span className="state" data-kind={kind}>
    {children}
  </span>
);

export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

export function Command({ text, what = 'command' }: { text: string; what?: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="command">
      <code>{text}</code>
      <button type="button" className="quiet" onClick={async () => setCopied(await copyText(text))}>
        {isCopied ? 'Copied' : `Copy ${what}`}
      </button>
    </div>
  );
}

/** A service's time zone and number format. Default: those of the reader's browser. */
const written: { timeZone?: string; numbers?: string } = {};
export const setWritten = (how: typeof written): void => void Object.assign(written, how);

/** Formats a time as `24 November 2026 at 09:30`, under a header that names the zone. */
export const clock = (at: string, timeZone = written.timeZone): string =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });

/** Formats a time as {@link clock} does, with the zone where the reader's clock differs. */
export function moment(at: string): string {
  const isHere = clock(at) === clock(at, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return isHere ? clock(at) : `${clock(at)} (${written.timeZone})`;
}

const AGING_MS = 10_000;

/** How long ago a time is, kept up to date, with the exact time as its title. @property isToCome true: it may be in the future */
export function Time({ at, isToCome = false }: { at: string | undefined | null; isToCome?: boolean }) {
  const [, age] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(age, AGING_MS);
    return () => clearInterval(timer);
  }, []);
  if (!at) return <>–</>;
  // A past time seems to come where the reader's clock is behind the server's.
  const shown = isToCome ? at : Math.min(Date.parse(at), Date.now());
  const text = formatDistanceToNowStrict(shown, { addSuffix: true });
  return (
    // `key` remounts the element when its text changes: a translator replaces text nodes, and React would update a removed one.
    <time key={text} dateTime={at} title={moment(at)}>
      {text}
    </time>
  );
}

export const numberText = (count: number): string => count.toLocaleString(written.numbers);

/** `1 session`, `3 sessions`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

const Missing = () => <p className="hint">The picture could not be loaded. Load the page again to see it.</p>;

/**
 * Loads a picture's code on demand, because it is large and most visits do not see it. When the code fails to load, as
 * after a new release, a sentence replaces the picture, and the rest of the screen stays.
 * @param room class of the placeholder
 */
export function later<Props extends object>(
  room: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Picture = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Missing) }));
  return (props) => (
    <Suspense fallback={<div className={room} />}>
      <Picture {...props} />
    </Suspense>
  );
}
