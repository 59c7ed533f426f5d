import { CallError } from './call';
import { el } from './dom';

export interface FieldOptions {
  name: string;
  label: string;
  value?: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  autocomplete?: AutoFill;
  numeric?: boolean;
  maxLength?: number;
  placeholder?: string;
  wide?: boolean;
}

/** A labelled input with room for what is wrong with it. */
export function field({ name, label, value = '', type = 'text', ...more }: FieldOptions): HTMLElement {
  const id = `field-${name}`;
  const input = el('input', {
    id,
    name,
    type,
    value,
    autocomplete: more.autocomplete ?? 'off',
    maxLength: more.maxLength ?? 254,
    placeholder: more.placeholder ?? '',
    inputMode: more.numeric ? 'numeric' : '',
    attrs: { 'aria-describedby': `${id}-error` },
  });
  const error = el('p', { id: `${id}-error`, className: 'error' });
  return el(
    'div',
    { className: more.wide === false ? 'field narrow' : 'field' },
    el('label', { htmlFor: id }, label),
    input,
    error,
  );
}

const inputNamed = (form: HTMLFormElement, name: string): HTMLInputElement | undefined => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : undefined;
};

function showError(form: HTMLFormElement, error: CallError): void {
  const input = error.field ? inputNamed(form, error.field) : undefined;
  const place = input ? document.getElementById(`${input.id}-error`) : form.querySelector('[role=alert]');
  if (place) place.textContent = error.message;
  input?.setAttribute('aria-invalid', 'true');
  input?.focus();
}

function clearErrors(form: HTMLFormElement): void {
  for (const place of form.querySelectorAll('.error')) place.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}

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
