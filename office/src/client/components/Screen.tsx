import { type ReactNode, useEffect, useRef } from 'react';

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
