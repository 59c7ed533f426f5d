import type { Outcome } from '../wire';
import type { FrameOptions, ToFrame, ToPage } from './checkout';

/* Script of the checkout's frame: shows the steps of its document one at a time, sends their forms, and reports to the page. */

const parentOrigin = new URLSearchParams(location.search).get('parent') ?? '';
let options: FrameOptions;
let paymentId = '';

function one<E extends HTMLElement>(within: ParentNode, selector: string): E {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`The frame has no ${selector}.`);
  return found;
}
const sheet = one(document, '.sheet');

const tell = (message: ToPage): void => window.parent.postMessage(message, parentOrigin);
const close = (): void => tell({ type: 'sandbox:closed' });

function show(id: 'card' | 'otp' | 'problem'): HTMLElement {
  for (const step of sheet.querySelectorAll<HTMLElement>('.step')) step.hidden = step.id !== id;
  sheet.hidden = false;
  const shown = one(sheet, `#${id}`);
  one(shown, 'h1').focus();
  return shown;
}

/** Formats a sum in the Indian style, such as ₹1,00,000. */
const spell = ({ amount, currency }: { amount: number; currency: string }): string => {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace(/\.0+$/, '');
};

/** Loads the order, whose amount is shown instead of the page's, and asks for the card. */
async function start(): Promise<void> {
  const { key, order_id, amount, prefill = {}, name, description = '' } = options;
  one(sheet, '.merchant').textContent = name || 'Merchant';
  one(sheet, '.description').textContent = description;
  try {
    const sum = spell(await call('/checkout/orders', { key, order_id, amount }));
    one(sheet, '.amount').textContent = sum;
    one(sheet, '#card .primary').textContent = `Pay ${sum}`;
  } catch (error) {
    one(show('problem'), '.error').textContent = String((error as Error).message);
    return;
  }
  const { elements } = one<HTMLFormElement>(sheet, '#card form');
  const known = { email: prefill.email, contact: prefill.contact, 'card[name]': prefill.name };
  for (const [field, value = ''] of Object.entries(known)) {
    const input = elements.namedItem(field);
    if (input instanceof HTMLInputElement) input.value = value;
  }
  show('card');
}

const ACTIONS: Record<string, (data: FormData) => Promise<unknown>> = {
  card: async (data) => {
    const { key, order_id, description, notes } = options;
    const [number, expiry, cvv, name] = ['number', 'expiry', 'cvv', 'name'].map((of) => data.get(`card[${of}]`));
    const customer = { email: data.get('email'), contact: data.get('contact') };
    const body = { key, order_id, description, notes, ...customer, card: { number, expiry, cvv, name } };
    paymentId = (await call<{ payment_id: string }>('/checkout/payments', body)).payment_id;
    show('otp');
  },
  otp: async (data) => {
    const outcome = await call<Outcome>(`/checkout/payments/${paymentId}/otp`, { otp: data.get('otp') });
    if (outcome.status === 'captured') tell({ type: 'sandbox:succeeded', response: outcome.response });
    else tell({ type: 'sandbox:failed', error: outcome.error });
  },
};

/** Sends a form, only once if the button is pressed again meanwhile. Shows an error in the form. */
async function send(form: HTMLFormElement): Promise<void> {
  const button = one<HTMLButtonElement>(form, '.primary');
  if (button.disabled) return;
  for (const place of form.querySelectorAll('.error')) place.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  const label = button.textContent;
  button.disabled = true;
  button.textContent = 'Please wait…';
  try {
    await ACTIONS[form.closest('.step')?.id ?? '']?.(new FormData(form));
  } catch (error) {
    showError(form, error as Partial<CallError> & Error);
  } finally {
    button.disabled = false;
    button.textContent = label;
  }
}

/** Shows an error beside its field, which gets the focus; without a field, above the button. */
function showError(form: HTMLFormElement, { message, field }: Partial<CallError> & Error): void {
  const named = field ? form.elements.namedItem(field) : undefined;
  const input = named instanceof HTMLInputElement ? named : undefined;
  const place = input ? document.getElementById(`${input.id}-error`) : form.querySelector('[role=alert]');
  if (place) place.textContent = message;
  input?.setAttribute('aria-invalid', 'true');
  input?.focus();
}

function choose(number: string): void {
  const { elements } = one<HTMLFormElement>(sheet, '#card form');
  for (const [name, value] of Object.entries({ expiry: '12/39', cvv: '123', number })) {
    const input = elements.namedItem(`card[${name}]`);
    if (!(input instanceof HTMLInputElement)) continue;
    input.value = value;
    input.focus();
  }
}

/** A call of the frame that was refused or failed. The message is for the customer. */
class CallError extends Error {
  override name = 'CallError';

  /** @param field name of the input at fault */
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
  }
}

/** Posts to the sandbox that served the frame. @throws CallError in words for the customer */
async function call<T>(path: string, body: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => undefined);
  if (!response) throw new CallError('The payment sandbox cannot be reached. Please try again.');
  const answer = await response.json();
  if (response.ok) return answer;
  throw new CallError(answer.error?.description ?? 'The payment could not be made.', answer.error?.field);
}

function receive(event: MessageEvent): void {
  if (event.source !== window.parent || event.origin !== parentOrigin) return;
  const message = event.data as ToFrame;
  if (message.type !== 'sandbox:open') return;
  window.removeEventListener('message', receive);
  ({ options } = message);
  if (options.theme?.color) document.documentElement.style.setProperty('--theme', options.theme.color);
  void start();
}

if (window.parent !== window && URL.canParse(parentOrigin)) {
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void send(event.target);
  });
  one(sheet, '.close').addEventListener('click', close);
  for (const choice of sheet.querySelectorAll<HTMLElement>('.card-choice'))
    choice.addEventListener('click', () => choose(choice.dataset.value ?? ''));
  window.addEventListener('message', receive);
  tell({ type: 'sandbox:ready' });
}
