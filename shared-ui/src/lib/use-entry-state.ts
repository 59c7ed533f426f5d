import { useState } from 'react';
import { useBrowserLayoutEffect } from './use-browser-layout-effect';

/**
 * State that belongs to an entry of the tab's history: a visitor who returns to the entry, or reloads it, finds what they left.
 * @param key names this part of the page; no other part of the page has it
 * @param suggest what to show where the visitor has chosen nothing yet, or nothing in particular
 */
export function useEntryState(
  key: string,
  initial: string,
  suggest?: () => string | undefined,
): [string, (value: string) => void] {
  const [value, setValue] = useState(initial);

  useBrowserLayoutEffect(() => {
    const { pathname } = window.location;
    const follow = () => {
      // The page that is left shows nothing else meanwhile.
      if (window.location.pathname !== pathname) return;
      const state = window.history.state as Record<string, string> | null;
      setValue(state?.[key] ?? suggest?.() ?? initial);
    };
    follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [key]);

  const choose = (next: string) => {
    setValue(next);
    window.history.replaceState({ ...window.history.state, [key]: next }, '');
  };
  return [value, choose];
}
