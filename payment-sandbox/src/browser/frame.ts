import type { Outcome } from '../checkout';
import type { WireError } from '../wire';
import type { FrameOptions, ToFrame, ToPage } from './checkout';

/** The order as the sandbox knows it: its amount counts, not the page's. */
interface OpenOrder {
  id: string;
  amount: number;
  currency: string;
}

const parentOrigin = new URLSearchParams(location.search).get('parent') ?? '';
const place = document.getElementById('checkout');

const tell = (message: ToPage): void => window.parent.postMessage(message, parentOrigin);
const close = (byUser = true): void => tell({ type: 'sandbox:closed', byUser });

function head({ name, description }: FrameOptions, order?: OpenOrder): HTMLElement {
  return el(
    'header',
    {},
    el('p', { className: 'ribbon' }, 'Sandbox: no money moves here'),
    el('button', { type: 'button', className: 'close', on: { click: () => close() } }, 'Close'),
    el('p', { className: 'merchant' }, name || 'Merchant'),
    el('p', { className: 'description' }, description ?? ''),
    el('p', { className: 'amount' }, order ? spell(order) : ''),
  );
}

function show(options: FrameOptions, contents: HTMLElement[], order?: OpenOrder): void {
  const body = el('section', { className: 'step' }, ...contents);
  place?.replaceChildren(el('div', { className: 'sheet' }, head(options, order), body));
  const first = body.querySelector<HTMLElement>('h1');
  first?.focus();
}

async function pay(options: FrameOptions, order: OpenOrder): Promise<void> {
  const ended = (outcome: Outcome): void => {
    if (outcome.status === 'captured') tell({ type: 'sandbox:succeeded', response: outcome.response });
    else fail(outcome.error);
  };
  const fail = (error: WireError): void => {
    tell({ type: 'sandbox:failed', error });
    if (options.retry)
      show(
        options,
        failureStep(error, () => start(options), close),
        order,
      );
    else close(false);
  };
  const showStep = (contents: HTMLElement[]): void => show(options, contents, order);
  const byCard = async (): Promise<void> =>
    showStep(await cardStep(options, order, (paymentId) => showStep(otpStep(paymentId, ended)), byUpi));
  const byUpi = async (): Promise<void> =>
    showStep(await upiStep(options, order, (paymentId) => showStep(approvalStep(paymentId, ended)), byCard));
  await byCard();
}

async function start(options: FrameOptions): Promise<void> {
  try {
    const { key, order_id, amount } = options;
    await pay(options, await call<OpenOrder>('/checkout/orders', { key, order_id, amount }));
  } catch (error) {
    show(options, problemStep(error instanceof CallError ? error.message : 'The payment sandbox cannot be reached.'));
  }
}

function receive(event: MessageEvent): void {
  if (event.source !== window.parent || event.origin !== parentOrigin) return;
  const message = event.data as ToFrame;
  if (message.type !== 'sandbox:open') return;
  window.removeEventListener('message', receive);
  dress(message.options);
  if (message.options.escape) {
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') close();
    });
  }
  start(message.options);
}

/** Asks for the card. @param next called with the started payment; `byUpi` shows the other means */
async function cardStep(
  options: FrameOptions,
  order: OpenOrder,
  next: (paymentId: string) => void,
  byUpi: () => void,
): Promise<HTMLElement[]> {
  const cards = await read<{ number: string; network: string; label: string }[]>('/checkout/cards');
  const number = field({
    name: 'card[number]',
    label: 'Card number',
    numeric: true,
    maxLength: 23,
    autocomplete: 'cc-number',
  });
  const expiry = field({
    name: 'card[expiry]',
    label: 'Expiry (MM/YY)',
    wide: false,
    maxLength: 7,
    autocomplete: 'cc-exp',
  });
  const cvv = field({
    name: 'card[cvv]',
    label: 'CVV',
    type: 'password',
    numeric: true,
    wide: false,
    maxLength: 3,
    autocomplete: 'cc-csc',
  });
  const name = field({
    name: 'card[name]',
    label: 'Name on card',
    value: options.prefill?.name ?? '',
    autocomplete: 'cc-name',
  });
  const means = (data: FormData) => ({
    card: {
      number: data.get('card[number]'),
      expiry: data.get('card[expiry]'),
      cvv: data.get('card[cvv]'),
      name: data.get('card[name]'),
    },
  });
  const choices = cards.map(({ number: value, network, label }) => ({ value, remark: `${network}: ${label}` }));
  const list = picker('Test cards', choices, (chosen) => {
    fill(expiry, '12/39');
    fill(cvv, '123');
    fill(number, chosen).focus();
  });
  const whole = paymentForm(options, order, [number, expiry, cvv, name], means, next);
  return [heading('Pay by card'), whole, list, plainButton('Pay by UPI instead', byUpi)];
}

/** Asks for the UPI address. @param next called with the started payment; `byCard` goes back to the card's form */
async function upiStep(
  options: FrameOptions,
  order: OpenOrder,
  next: (paymentId: string) => void,
  byCard: () => void,
): Promise<HTMLElement[]> {
  const addresses = await read<{ vpa: string; label: string }[]>('/checkout/addresses');
  const vpa = field({ name: 'vpa', label: 'UPI address', maxLength: 100 });
  const choices = addresses.map(({ vpa: value, label }) => ({ value, remark: label }));
  const list = picker('Test addresses', choices, (chosen) => fill(vpa, chosen).focus());
  const whole = paymentForm(options, order, [vpa], (data) => ({ upi: { vpa: data.get('vpa') } }), next);
  return [heading('Pay by UPI'), whole, list, plainButton('Pay by card instead', byCard)];
}

/** The customer's contact and means; sending it starts the payment. */
function paymentForm(
  { key, order_id, description, notes, prefill = {} }: FrameOptions,
  order: OpenOrder,
  fields: HTMLElement[],
  means: (data: FormData) => object,
  next: (paymentId: string) => void,
): HTMLFormElement {
  const email = field({
    name: 'email',
    label: 'Email',
    type: 'email',
    value: prefill.email ?? '',
    autocomplete: 'email',
  });
  const contact = field({
    name: 'contact',
    label: 'Phone',
    type: 'tel',
    value: prefill.contact ?? '',
    autocomplete: 'tel',
  });
  return form(`Pay ${spell(order)}`, [email, contact, ...fields], async (data) => {
    const customer = { email: data.get('email'), contact: data.get('contact') };
    const opening = { key, order_id, description, notes, ...means(data), ...customer };
    next((await call<{ payment_id: string }>('/checkout/payments', opening)).payment_id);
  });
}

/** Something to pay with that the sandbox knows. */
interface Choice {
  /** As it would be typed. */
  value: string;
  remark: string;
}

/** A list of what may be paid with, which fills the form when chosen. */
function picker(title: string, choices: readonly Choice[], choose: (value: string) => void): HTMLElement {
  const items = choices.map(({ value, remark }) =>
    el(
      'li',
      {},
      el(
        'button',
        { type: 'button', className: 'card-choice', on: { click: () => choose(value) } },
        el('span', { className: 'number' }, value),
        ` ${remark}`,
      ),
    ),
  );
  return el('details', {}, el('summary', {}, title), el('ul', {}, ...items));
}

/** The bank's page. @param done called with the outcome of the payment */
function otpStep(paymentId: string, done: (outcome: Outcome) => void): HTMLElement[] {
  const send = async (what: 'otp' | 'cancel', body: unknown): Promise<void> =>
    done(await call<Outcome>(`/checkout/payments/${paymentId}/${what}`, body));
  const otp = field({
    name: 'otp',
    label: 'One-time password',
    numeric: true,
    maxLength: 10,
    autocomplete: 'one-time-code',
  });
  const whole = form('Submit', [otp], (data) => send('otp', { otp: data.get('otp') }));
  const giveUp = form('Cancel payment', [], () => send('cancel', {}));
  giveUp.className = 'quiet';
  return [
    heading('Sandbox bank'),
    el('p', {}, 'Any four to ten digits are right; fewer fail the payment. No message is sent to any phone.'),
    whole,
    giveUp,
  ];
}

/** The customer's UPI app. @param done called with the outcome of the payment */
function approvalStep(paymentId: string, done: (outcome: Outcome) => void): HTMLElement[] {
  const send = async (what: 'approve' | 'cancel'): Promise<void> =>
    done(await call<Outcome>(`/checkout/payments/${paymentId}/${what}`, {}));
  const giveUp = form('Cancel payment', [], () => send('cancel'));
  giveUp.className = 'quiet';
  return [
    heading('Sandbox UPI app'),
    el('p', {}, 'This stands in for the app on the customer’s phone. Nothing is sent to any phone.'),
    form('Approve payment', [], () => send('approve')),
    giveUp,
  ];
}

/** The payment failed and may be tried again. */
function failureStep(error: WireError, again: () => void, close: () => void): HTMLElement[] {
  return [
    heading('Payment failed'),
    el('p', { className: 'error', role: 'alert' }, error.description),
    el('p', { className: 'code' }, `${error.reason} · ${error.metadata.payment_id ?? ''}`),
    el('button', { type: 'button', className: 'primary', on: { click: again } }, 'Try again'),
    plainButton('Close', close),
  ];
}

/** The checkout cannot go on: wrong key, unknown order, already paid. */
const problemStep = (message: string): HTMLElement[] => [
  heading('This payment cannot be made'),
  el('p', { className: 'error', role: 'alert' }, message),
];

const plainButton = (label: string, press: () => void): HTMLElement =>
  el('button', { type: 'button', className: 'plain', on: { click: press } }, label);

/** What a step is called; takes the focus when the step is shown. */
const heading = (text: string): HTMLElement => el('h1', { tabIndex: -1 }, text);

/**
 * A form that sends once however often it is pressed, and says beside the field what is wrong with it.
 * @param send what pressing the button does; a CallError is shown, the form stays
 */
function form(label: string, contents: HTMLElement[], send: (data: FormData) => Promise<void>): HTMLFormElement {
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

/** Says what is wrong beside the field that it is about, which gets the focus, or else above the button. */
function showError(form: HTMLFormElement, error: CallError): void {
  const named = error.field ? form.elements.namedItem(error.field) : undefined;
  const input = named instanceof HTMLInputElement ? named : undefined;
  const place = input ? document.getElementById(`${input.id}-error`) : form.querySelector('[role=alert]');
  if (place) place.textContent = error.message;
  input?.setAttribute('aria-invalid', 'true');
  input?.focus();
}

/** Takes all of that back. */
function clearErrors(form: HTMLFormElement): void {
  for (const place of form.querySelectorAll('.error')) place.textContent = '';
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}

interface FieldOptions {
  name: string;
  label: string;
  value?: string;
  type?: 'text' | 'email' | 'tel' | 'password';
  autocomplete?: AutoFill;
  numeric?: boolean;
  maxLength?: number;
  wide?: boolean;
}

/** A labelled input with room for what is wrong with it. */
function field({ name, label, value = '', type = 'text', ...more }: FieldOptions): HTMLElement {
  const id = `field-${name}`;
  const input = el('input', {
    id,
    name,
    type,
    value,
    autocomplete: more.autocomplete ?? 'off',
    maxLength: more.maxLength ?? 254,
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

/** Types a value into a field. @returns its input */
function fill(place: HTMLElement, value: string): HTMLInputElement {
  const [input] = place.getElementsByTagName('input');
  if (!input) throw new Error('There is no input to fill.');
  input.value = value;
  return input;
}

/** A call of the frame that was refused. The message is for the customer. */
class CallError extends Error {
  override name = 'CallError';
  /** Name of the input at fault. */
  readonly field: string | undefined;

  constructor(message: string, field?: string, cause?: unknown) {
    super(message, { cause });
    this.field = field;
  }
}

const read = async <T>(path: string): Promise<T> => (await fetch(path)).json();

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

const isColour = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

/** Black or white, whichever reads better on the merchant's colour. */
function inkOn(colour: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#1c1b1a' : '#ffffff';
}

/** Gives the frame the merchant's colour, when it is one. */
function dress({ theme }: FrameOptions): void {
  if (!isColour(theme?.color)) return;
  document.documentElement.style.setProperty('--theme', theme.color);
  document.documentElement.style.setProperty('--on-theme', inkOn(theme.color));
}

type Child = Node | string;

type Properties<K extends keyof HTMLElementTagNameMap> = Partial<
  Pick<HTMLElementTagNameMap[K], Extract<keyof HTMLElementTagNameMap[K], string>>
> & { attrs?: Record<string, string>; on?: Record<string, (event: Event) => void> };

/** Makes an element. Text stays text: nothing here reads markup. */
function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { attrs = {}, on = {}, ...properties }: Properties<K> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries<string>(attrs)) element.setAttribute(name, value);
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  element.append(...children);
  return element;
}

/** As India writes sums: ₹1,00,000. */
const spell = ({ amount, currency }: OpenOrder): string => {
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace(/\.0+$/, '');
};

if (window.parent !== window && URL.canParse(parentOrigin)) {
  window.addEventListener('message', receive);
  tell({ type: 'sandbox:ready' });
}
