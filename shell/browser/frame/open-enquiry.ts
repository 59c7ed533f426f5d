import { ABOUT_ATTRIBUTE } from 'site/shell';
import { overlayStore } from './overlay-store';

/** Opens the enquiry modal. Its message begins with what the part of the page that has the focus is about, or the page. */
export function openEnquiry(): void {
  const marked = `[${ABOUT_ATTRIBUTE}]`;
  const part = document.activeElement?.closest(marked) ?? document.querySelector(`main ${marked}`);
  overlayStore.set({ enquiry: { about: part?.getAttribute(ABOUT_ATTRIBUTE) ?? undefined } });
}
