import { signInWithPasskey } from './passkeys';

/** Script of the sign-in page: a link signs in at once, a passkey on its button. */
const link = document.querySelector<HTMLFormElement>('form[data-link]');
const button = document.querySelector<HTMLButtonElement>('[data-passkey]');
const failure = document.querySelector<HTMLElement>('[data-failure]');

link?.requestSubmit();

button?.addEventListener('click', async () => {
  try {
    button.disabled = true;
    await signInWithPasskey();
    location.assign(button.dataset['passkey'] ?? '/');
  } catch (error) {
    if (!failure) return;
    failure.hidden = false;
    failure.textContent = error instanceof Error ? error.message : String(error);
  } finally {
    button.disabled = false;
  }
});
