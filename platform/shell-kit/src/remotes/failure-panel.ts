import styles from './failure-panel.module.css';

/** Says in the slot that its page could not be shown, and what the visitor can do. Needs no file that might be missing. */
export function failurePanel(onRetry: () => void): HTMLElement {
  const panel = document.createElement('div');
  panel.className = styles.panel ?? '';
  const heading = document.createElement('h1');
  heading.tabIndex = -1;
  heading.textContent = 'This page could not be shown';
  const text = document.createElement('p');
  text.textContent = 'Something went wrong on our side. Nothing you typed elsewhere is lost.';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = styles.retry ?? '';
  button.textContent = 'Try again';
  button.addEventListener('click', onRetry);
  panel.append(heading, text, button);
  return panel;
}
