import type { Outcome } from '../checkout/payments';
import type { WireError } from '../wire';
import { call } from './call';
import { el, rupees } from './dom';
import { field, form } from './form';
import type { FrameOptions } from './messages';

/** The order as the sandbox knows it: its amount counts, not the page's. */
export interface OpenOrder {
  id: string;
  amount: number;
}

interface ListedCard {
  number: string;
  network: string;
  label: string;
}

/** What a step is called; takes the focus when the step is shown. */
export const heading = (text: string): HTMLElement => el('h1', { tabIndex: -1 }, text);
const spaced = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** A list of test cards that fill the form when chosen. */
function cardPicker(cards: readonly ListedCard[], choose: (number: string) => void): HTMLElement {
  const choices = cards.map(({ number, network, label }) =>
    el(
      'li',
      {},
      el(
        'button',
        { type: 'button', className: 'card-choice', on: { click: () => choose(spaced(number)) } },
        el('span', { className: 'number' }, spaced(number)),
        ` ${network}: ${label}`,
      ),
    ),
  );
  return el('details', {}, el('summary', {}, 'Test cards'), el('ul', {}, ...choices));
}

/** Card and contact. @param next is told the payment that was begun; `byUpi` shows the other means */
export async function cardStep(
  options: FrameOptions,
  order: OpenOrder,
  next: (paymentId: string) => void,
  byUpi: () => void,
): Promise<HTMLElement[]> {
  const { prefill = {} } = options;
  const cards = await fetch('/checkout/cards').then((response) => response.json() as Promise<ListedCard[]>);
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
    numeric: false,
    maxLength: 7,
    wide: false,
    autocomplete: 'cc-exp',
  });
  const cvv = field({
    name: 'card[cvv]',
    label: 'CVV',
    type: 'password',
    numeric: true,
    maxLength: 3,
    wide: false,
    autocomplete: 'cc-csc',
  });
  const whole = form(
    `Pay ${rupees(order.amount)}`,
    [
      field({ name: 'email', label: 'E-mail', type: 'email', value: prefill.email ?? '', autocomplete: 'email' }),
      field({ name: 'contact', label: 'Phone', type: 'tel', value: prefill.contact ?? '', autocomplete: 'tel' }),
      number,
      expiry,
      cvv,
      field({ name: 'card[name]', label: 'Name on card', value: prefill.name ?? '', autocomplete: 'cc-name' }),
    ],
    async (data) => {
      const card = {
        number: data.get('card[number]'),
        expiry: data.get('card[expiry]'),
        cvv: data.get('card[cvv]'),
        name: data.get('card[name]'),
      };
      const { key, order_id, description, notes } = options;
      const contact = { email: data.get('email'), contact: data.get('contact') };
      const begun = await call<{ payment_id: string }>('/checkout/payments', {
        key,
        order_id,
        description,
        notes,
        card,
        ...contact,
      });
      next(begun.payment_id);
    },
  );
  const picker = cardPicker(cards, (chosen) => {
    const set = (place: HTMLElement, value: string): void => {
      const input = place.querySelector('input');
      if (input) input.value = value;
    };
    set(number, chosen);
    set(expiry, '12/39');
    set(cvv, '123');
    number.querySelector('input')?.focus();
  });
  const other = el('button', { type: 'button', className: 'plain', on: { click: byUpi } }, 'Pay by UPI instead');
  return [heading('Pay by card'), whole, picker, other];
}

/** The bank's page. @param done is told how the payment ended */
export function otpStep(paymentId: string, done: (outcome: Outcome) => void): HTMLElement[] {
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

/** The payment failed and may be tried again. */
export function failureStep(error: WireError, again: () => void, close: () => void): HTMLElement[] {
  return [
    heading('Payment failed'),
    el('p', { className: 'error', role: 'alert' }, error.description),
    el('p', { className: 'code' }, `${error.reason} · ${error.metadata.payment_id ?? ''}`),
    el('button', { type: 'button', className: 'primary', on: { click: again } }, 'Try again'),
    el('button', { type: 'button', className: 'plain', on: { click: close } }, 'Close'),
  ];
}

/** The checkout cannot go on: wrong key, unknown order, already paid. */
export const problemStep = (message: string): HTMLElement[] => [
  heading('This payment cannot be made'),
  el('p', { className: 'error', role: 'alert' }, message),
];
