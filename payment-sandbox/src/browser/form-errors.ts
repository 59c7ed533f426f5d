import type { CallError } from './call';

const inputNamed = (form: HTMLFormElement, name: string): HTMLInputElement | undefined => {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : undefined;
};

/** Says what is wrong beside the field that it is about, which gets the focus, or else above the button. */
export function showError(form: HTMLFormElement, error: CallError): void {
  const input = error.field ? inputNamed(form, error.field) : undefined;
  const place = input ? document.getElementById(`${input.id}-error`) : form.querySelector('[role=alert]');
  if (place) place.textContent = error.message;
  input?.setAttribute('aria-invalid', 'true');
  input?.focus();
}

/** Takes all of that back. */
export function clearErrors(form: HTMLFormElement): void {
  for (const place of form.querySelectorAll('.error')) place.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}
