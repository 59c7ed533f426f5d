import { painted } from '@wholepage/shell-kit/navigation/painted';
import { startTransition, useEffect, useState } from 'react';

const EVENTS = ['popstate', 'single-spa:routing-event'];

/** The path of the address. It follows once the page is painted: who goes to a page does not wait for what is around it. */
export function usePath(initialPath: string): string {
  const [path, setPath] = useState(initialPath);
  useEffect(() => {
    const follow = () => startTransition(() => setPath(window.location.pathname));
    follow();
    const followLater = () => void painted().then(follow);
    for (const event of EVENTS) window.addEventListener(event, followLater);
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, followLater);
    };
  }, []);
  return path;
}
