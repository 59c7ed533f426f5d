const TOAST_MS = 5_000;

const element = <K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
};

/** Shows a dialog with this text and an OK button; resolves when it is closed. */
export function showAlert(text: string): Promise<void> {
  const dialog = element('dialog');
  dialog.className = 'notice';
  dialog.setAttribute('role', 'alertdialog');
  dialog.setAttribute('aria-label', text);
  const close = element('button', 'OK');
  close.type = 'button';
  close.addEventListener('click', () => dialog.close());
  dialog.append(element('p', text), close);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve();
    });
  });
}

/** Shows this text for five seconds. */
export function showToast(text: string): void {
  const toast = element('p', text);
  toast.className = 'toast';
  toast.setAttribute('role', 'status');
  document.body.append(toast);
  setTimeout(() => toast.remove(), TOAST_MS);
}
