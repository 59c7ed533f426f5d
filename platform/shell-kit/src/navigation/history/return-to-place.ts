import { parsed } from '../../boot/parsed';
import { savedScroll } from './history-entries';

/**
 * Goes to where the visitor was before this load of the page. Browsers do that, too, but by the height that parts further
 * up were guessed to have: call it once those have their own.
 */
export async function returnToPlace(): Promise<void> {
  await parsed();
  const top = savedScroll();
  // The browser knows better than a script that could remember nothing.
  if (top > 0) window.scrollTo({ top, behavior: 'instant' });
}
