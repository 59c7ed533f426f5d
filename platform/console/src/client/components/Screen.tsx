import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { copyText } from '@wholepage/staff-kit/copy-text';
import { formatDistanceToNowStrict } from 'date-fns';
import { type ReactNode, useEffect, useRef, useState } from 'react';

interface ScreenProps {
  title: string;
  children: ReactNode;
}

/** One screen: its title is the document's, and gets the focus when somebody comes to it. */
export function Screen({ title, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Console`;
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [title]);
  return (
    <main id="main">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}

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

/** A moment: how long ago it is, and exactly when. */
export function Time({ at }: { at: string | undefined | null }) {
  if (!at) return <>–</>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {formatDistanceToNowStrict(date, { addSuffix: true })}
    </time>
  );
}

/** A command, or a link, to copy. */
export function Command({ text, what = 'command' }: { text: string; what?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    setCopied(await copyText(text));
  };
  return (
    <div className="command">
      <code>{text}</code>
      <button type="button" className="quiet" onClick={() => void copy()}>
        {isCopied ? 'Copied' : `Copy ${what}`}
      </button>
    </div>
  );
}
