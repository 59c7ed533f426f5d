import { type ReactNode, useEffect, useRef } from 'react';
import { Failure } from './Loaded';

interface ScreenProps {
  title: string;
  /** Stands beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One screen: its title is the document's, and gets the focus when somebody comes to it. */
export function Screen({ title, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Office`;
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

interface WaitingProps {
  title: string;
  query: { error: { message: string } | null; isLoading: boolean; refetch(): unknown };
}

/** The screen of a record that is not here yet, or cannot be shown. */
export const Waiting = ({ title, query }: WaitingProps) => (
  <Screen title={title}>
    <Failure error={query.error} onRetry={() => void query.refetch()} />
    {query.isLoading && <p className="empty">Loading …</p>}
  </Screen>
);
