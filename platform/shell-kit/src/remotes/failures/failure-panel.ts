import styles from './failure-panel.module.css';

/** Why a page is not there: its server could not be reached, or its code failed. */
export type Cause = 'unreachable' | 'failed';

const sentenceFor = (cause: Cause): string => {
  if (!navigator.onLine) return 'You are offline. The page comes by itself as soon as the line is back.';
  if (cause === 'unreachable') return 'Our server could not be reached. Your connection or our server may be down.';
  return 'Something went wrong on our side.';
};

/** Says in the slot that its page could not be shown, and what the visitor can do. Needs no file that might be missing. */
export function failurePanel(onRetry: () => void, cause: Cause = 'failed'): HTMLElement {
  const panel = document.createElement('div');
  panel.className = styles.panel ?? '';
  const heading = document.createElement('h1');
  heading.tabIndex = -1;
  heading.textContent = 'This page could not be shown';
  const text = document.createElement('p');
  text.textContent = `${sentenceFor(cause)} Nothing you typed elsewhere is lost.`;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = styles.retry ?? '';
  button.textContent = 'Try again';
  button.addEventListener('click', onRetry);
  panel.append(heading, text, button);
  const retryOnline = () => panel.isConnected && onRetry();
  if (cause === 'unreachable') window.addEventListener('online', retryOnline, { once: true });
  return panel;
}
