import { CallError } from './call';
import { el } from './dom';
import { clearErrors, showError } from './form-errors';

/**
 * A form that sends once however often it is pressed, and says beside the field what is wrong with it.
 * @param send what pressing the button does; a CallError is shown, the form stays
 */
export function form(label: string, contents: HTMLElement[], send: (data: FormData) => Promise<void>): HTMLFormElement {
  const button = el('button', { type: 'submit', className: 'primary' }, label);
  const whole = el('form', { noValidate: true }, ...contents, el('p', { className: 'error', role: 'alert' }), button);
  whole.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    clearErrors(whole);
    button.disabled = true;
    button.textContent = 'Please wait…';
    try {
      await send(new FormData(whole));
    } catch (error) {
      showError(
        whole,
        error instanceof CallError ? error : new CallError('The payment could not be made.', undefined, error),
      );
    } finally {
      button.disabled = false;
      button.textContent = label;
    }
  });
  return whole;
}
