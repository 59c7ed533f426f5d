import { type RefObject, useRef, useState } from 'react';
import { useBrowserLayoutEffect } from './by-react-version';

/**
 * State of an entry of the tab's history: a visitor who returns to the entry, or reloads it, finds the same value.
 * @param key name of this part of the page; unique on the page
 * @param suggest the value while the visitor has chosen none; undefined means `initial`
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
      // The page that the visitor leaves does not change meanwhile.
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

/** @param found the panel in which the browser is about to show a match, if any */
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
 * Closes panels with `hidden="until-found"`: find in page, and links to a fragment within, open them.
 * @returns ref for the element around the panels, which have their names in `data-panel`
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
      // The browser scrolls to the match before React renders.
      reflect(root, isOpen, found);
      onFound(found);
    };
    root.addEventListener('beforematch', onMatch);
    return () => root.removeEventListener('beforematch', onMatch);
  });
  return ref;
}
