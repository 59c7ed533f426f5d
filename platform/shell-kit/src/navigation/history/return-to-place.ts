import { parsed } from '../../boot/parsed';
import { savedScroll } from './history-entries';
import { goToSavedPlace } from './saved-place';

/**
 * Goes to where the visitor was before this load of the page. Browsers do that, too, but by the height that parts further
 * up were guessed to have: call it once those have their own.
 */
export async function returnToPlace(): Promise<void> {
  await parsed();
  // The browser knows better than a script that could remember nothing.
  if (savedScroll() === 0) return;
  // Or the browser may go to its own place later.
  window.history.scrollRestoration = 'manual';
  goToSavedPlace();
}
