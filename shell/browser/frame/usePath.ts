import { startTransition, useEffect, useState } from 'react';

const EVENTS = ['popstate', 'single-spa:routing-event'];

/** The path of the address. It follows in a transition, for who goes to a page waits for that page, not for what is around it. */
export function usePath(initialPath: string): string {
  const [path, setPath] = useState(initialPath);
  useEffect(() => {
    const follow = () => startTransition(() => setPath(window.location.pathname));
    follow();
    for (const event of EVENTS) window.addEventListener(event, follow);
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, follow);
    };
  }, []);
  return path;
}
