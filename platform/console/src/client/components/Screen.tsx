import { type ReactNode, useEffect, useRef } from 'react';

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
