import type { Outcome } from '../checkout';
import type { WireError } from '../wire';
import type { FrameOptions, ToFrame, ToPage } from './checkout';

/*
 * The checkout's frame: shows one of the steps of its document after the other, sends their forms, and tells the page.
 */

/** The order as the sandbox knows it: its amount counts, not the page's. */
interface OpenOrder {
  amount: number;
  currency: string;
}

const parentOrigin = new URLSearchParams(location.search).get('parent') ?? '';
const sheet = one(document, '.sheet');
/** The document holds the one that is shown: no label is there twice. */
const steps = [...sheet.querySelectorAll<HTMLElement>('.step')];
for (const step of steps) step.remove();
let options: FrameOptions;
let paymentId = '';

function one<E extends HTMLElement>(within: ParentNode, selector: string): E {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`The frame has no ${selector}.`);
  return found;
}

const tell = (message: ToPage): void => window.parent.postMessage(message, parentOrigin);
const close = (byUser = true): void => tell({ type: 'sandbox:closed', byUser });

function show(id: 'card' | 'upi' | 'otp' | 'approval' | 'failure' | 'problem'): HTMLElement {
  const shown = steps.find((step) => step.id === id);
  if (!shown) throw new Error(`The frame has no step ${id}.`);
  for (const step of steps) if (step !== shown) step.remove();
  sheet.append(shown);
  shown.hidden = false;
  sheet.hidden = false;
  one(shown, 'h1').focus();
  return shown;
}

/** As India writes sums: ₹1,00,000. */
const spell = ({ amount, currency }: OpenOrder): string => {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace(/\.0+$/, '');
};

/** Opens the order, and asks for the card in forms that hold what the merchant knows of the customer. */
async function start(): Promise<void> {
  const { key, order_id, amount, prefill = {}, name, description = '' } = options;
  one(sheet, '.merchant').textContent = name || 'Merchant';
  one(sheet, '.description').textContent = description;
  try {
    const sum = spell(await call<OpenOrder>('/checkout/orders', { key, order_id, amount }));
    one(sheet, '.amount').textContent = sum;
    for (const step of steps)
      for (const button of step.querySelectorAll('.pay .primary')) button.textContent = `Pay ${sum}`;
  } catch (error) {
    const message = error instanceof CallError ? error.message : 'The payment sandbox cannot be reached.';
    one(show('problem'), '.error').textContent = message;
    return;
  }
  const known = { email: prefill.email, contact: prefill.contact, 'card[name]': prefill.name };
  for (const form of steps.flatMap((step) => [...step.querySelectorAll('form')])) {
    for (const [field, value = ''] of Object.entries(known)) {
      const input = form.elements.namedItem(field);
      if (input instanceof HTMLInputElement) input.defaultValue = value;
    }
    form.reset();
  }
  show('card');
}

async function begin(data: FormData, means: object): Promise<void> {
  const { key, order_id, description, notes } = options;
  const customer = { email: data.get('email'), contact: data.get('contact') };
  const opening = { key, order_id, description, notes, ...means, ...customer };
  paymentId = (await call<{ payment_id: string }>('/checkout/payments', opening)).payment_id;
}

async function end(what: 'otp' | 'approve' | 'cancel', body: object = {}): Promise<void> {
  const outcome = await call<Outcome>(`/checkout/payments/${paymentId}/${what}`, body);
  if (outcome.status === 'captured') tell({ type: 'sandbox:succeeded', response: outcome.response });
  else fail(outcome.error);
}

function fail(error: WireError): void {
  tell({ type: 'sandbox:failed', error });
  if (options.retry) {
    const step = show('failure');
    one(step, '.error').textContent = error.description;
    one(step, '.code').textContent = `${error.reason} · ${error.metadata.payment_id ?? ''}`;
  } else close(false);
}

/** What sending a form does, by its `data-action`. */
const ACTIONS: Record<string, (data: FormData) => Promise<unknown>> = {
  card: async (data) => {
    const of = (name: string) => data.get(`card[${name}]`);
    await begin(data, { card: { number: of('number'), expiry: of('expiry'), cvv: of('cvv'), name: of('name') } });
    show('otp');
  },
  upi: async (data) => {
    await begin(data, { upi: { vpa: data.get('vpa') } });
    show('approval');
  },
  otp: (data) => end('otp', { otp: data.get('otp') }),
  approve: () => end('approve'),
  cancel: () => end('cancel'),
};

/** What a button beside the forms does, by its `data-press`. */
const PRESSES: Record<string, () => unknown> = {
  card: () => show('card'),
  upi: () => show('upi'),
  again: start,
  close: () => close(),
};

/** Sends a form once however often it is pressed, and says beside the field what is wrong with it. */
async function send(form: HTMLFormElement): Promise<void> {
  const button = one<HTMLButtonElement>(form, '.primary');
  if (button.disabled) return;
  for (const place of form.querySelectorAll('.error')) place.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
  const label = button.textContent;
  button.disabled = true;
  button.textContent = 'Please wait…';
  try {
    await ACTIONS[form.dataset.action ?? '']?.(new FormData(form));
  } catch (error) {
    const isRefused = error instanceof CallError;
    showError(form, isRefused ? error : new CallError('The payment could not be made.', undefined, error));
  } finally {
    button.disabled = false;
    button.textContent = label;
  }
}

/** Says what is wrong beside the field that it is about, which gets the focus, or else above the button. */
function showError(form: HTMLFormElement, error: CallError): void {
  const named = error.field ? form.elements.namedItem(error.field) : undefined;
  const input = named instanceof HTMLInputElement ? named : undefined;
  const place = input ? document.getElementById(`${input.id}-error`) : form.querySelector('[role=alert]');
  if (place) place.textContent = error.message;
  input?.setAttribute('aria-invalid', 'true');
  input?.focus();
}

/** Fills the step's form with something to pay with. */
function choose(choice: HTMLElement): void {
  const form = choice.closest('.step')?.querySelector('form');
  const values = { 'card[expiry]': '12/39', 'card[cvv]': '123', 'card[number]': '', vpa: '' };
  for (const [name, value] of Object.entries(values)) {
    const input = form?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) continue;
    input.value = value || (choice.dataset.value ?? '');
    input.focus();
  }
}

/** A call of the frame that was refused. The message is for the customer. */
class CallError extends Error {
  override name = 'CallError';

  /** @param field name of the input at fault */
  constructor(
    message: string,
    readonly field?: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

interface Refusal {
  error?: { description?: string; field?: string };
}

/**
 * Posts to the sandbox that served the frame.
 * @throws CallError in words for the customer
 */
async function call<T>(path: string, body: unknown): Promise<T> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as T & Refusal;
    if (response.ok) return answer;
    throw new CallError(answer.error?.description ?? 'The payment could not be made.', answer.error?.field);
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError('The payment sandbox cannot be reached. Please try again.', undefined, error);
  }
}

/** Gives the frame the merchant's colour, when it is one, and black or white on it, whichever reads better. */
function dress(colour: unknown): void {
  if (typeof colour !== 'string' || !/^#[\da-f]{6}$/i.test(colour)) return;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const { style } = document.documentElement;
  style.setProperty('--theme', colour);
  style.setProperty('--on-theme', r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#1c1b1a' : '#ffffff');
}

function receive(event: MessageEvent): void {
  if (event.source !== window.parent || event.origin !== parentOrigin) return;
  const message = event.data as ToFrame;
  if (message.type !== 'sandbox:open') return;
  window.removeEventListener('message', receive);
  ({ options } = message);
  dress(options.theme?.color);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && options.escape) close();
  });
  start();
}

if (window.parent !== window && URL.canParse(parentOrigin)) {
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) send(event.target);
  });
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    PRESSES[button?.dataset.press ?? '']?.();
    if (button?.dataset.value) choose(button);
  });
  window.addEventListener('message', receive);
  tell({ type: 'sandbox:ready' });
}
