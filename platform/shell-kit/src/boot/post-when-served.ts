import { submitForm } from '../clobber-safe';
import { isUnreachable } from '../navigation/page-load';
import styles from './post-when-served.module.css';

/** Between two questions whether the server answers, where the browser does not tell that the line is back. */
const PAUSE_MS = 5_000;

const SENTENCE =
  'You are offline, or our server cannot be reached. What you wrote is kept, and is sent by itself as soon as the line is back.';

const underWay = new Set<HTMLFormElement>();

function showSentence(): HTMLElement {
  const notice = document.createElement('p');
  notice.className = styles.notice ?? '';
  notice.setAttribute('role', 'status');
  // A screen reader says what changes in an element that it knows.
  document.body.append(notice);
  notice.textContent = SENTENCE;
  return notice;
}

const lineMayBeBack = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, PAUSE_MS);
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    }
    window.addEventListener('online', done);
  });

/**
 * Posts a form as a page without scripts does, once, as soon as requests to the server come through. A late answer holds
 * nothing up. The browser's own error page would take what was typed.
 * @param isWanted whether nobody else has taken the form over
 */
export async function postWhenServed(form: HTMLFormElement, isWanted: () => boolean): Promise<void> {
  if (underWay.has(form)) return;
  underWay.add(form);
  let notice: HTMLElement | undefined;
  while (isWanted() && document.contains(form)) {
    if (navigator.onLine && !(await isUnreachable(new URL(window.location.href)))) {
      if (isWanted()) submitForm(form);
      break;
    }
    notice ??= showSentence();
    await lineMayBeBack();
  }
  notice?.remove();
  underWay.delete(form);
}
