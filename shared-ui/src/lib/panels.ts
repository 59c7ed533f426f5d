import { type RefObject, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from './by-react-version';

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

/** @param found the panel in which the browser is about to show something, if there is one */
type IsOpen = (panel: string, found?: string) => boolean;

const reflect = (root: HTMLElement, isOpen: IsOpen, found?: string): void => {
  for (const panel of root.querySelectorAll<HTMLElement>('[data-panel]')) {
    const name = panel.dataset.panel ?? '';
    const open = isOpen(name, found);
    panel.dataset.open = String(open);
    panel.dataset.found = String(name === found);
    // React would write `hidden=""`.
    if (open) panel.removeAttribute('hidden');
    else panel.setAttribute('hidden', 'until-found');
  }
};

/**
 * Closes panels in such a way that the browser's find in page, and links to a place within, open them.
 * @returns for the element around the panels, each of which says its name in `data-panel`
 */
export function useFindablePanels(isOpen: IsOpen, onFound: (panel: string) => void): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useBrowserLayoutEffect(() => {
    const root = ref.current;
    if (!root) return;
    reflect(root, isOpen);
    const onMatch = ({ target }: Event) => {
      const found = (target as HTMLElement).dataset.panel;
      if (found === undefined) return;
      // The browser scrolls to what it found before React renders.
      reflect(root, isOpen, found);
      onFound(found);
    };
    root.addEventListener('beforematch', onMatch);
    return () => root.removeEventListener('beforematch', onMatch);
  });
  return ref;
}
