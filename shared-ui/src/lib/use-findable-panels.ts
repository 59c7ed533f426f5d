import { type RefObject, useRef } from 'react';
import { useBrowserLayoutEffect } from './use-browser-layout-effect';

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
