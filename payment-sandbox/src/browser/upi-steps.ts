import type { Outcome } from '../checkout/payments';
import { call } from './call';
import { el, rupees } from './dom';
import { field, form } from './form';
import type { FrameOptions } from './messages';
import { heading, type OpenOrder } from './steps';

interface ListedAddress {
  vpa: string;
  label: string;
}

/** A list of test addresses that fill the field when chosen. */
function addressPicker(addresses: readonly ListedAddress[], choose: (vpa: string) => void): HTMLElement {
  const choices = addresses.map(({ vpa, label }) =>
    el(
      'li',
      {},
      el(
        'button',
        { type: 'button', className: 'card-choice', on: { click: () => choose(vpa) } },
        el('span', { className: 'number' }, vpa),
        ` ${label}`,
      ),
    ),
  );
  return el('details', {}, el('summary', {}, 'Test addresses'), el('ul', {}, ...choices));
}

/** Address and contact. @param next is told the payment that was begun; `byCard` goes back to the card's form */
export async function upiStep(
  { prefill = {}, key, order_id, description, notes }: FrameOptions,
  order: OpenOrder,
  next: (paymentId: string) => void,
  byCard: () => void,
): Promise<HTMLElement[]> {
  const addresses = await fetch('/checkout/addresses').then((response) => response.json() as Promise<ListedAddress[]>);
  const vpa = field({ name: 'vpa', label: 'UPI address', maxLength: 100 });
  const whole = form(
    `Pay ${rupees(order.amount)}`,
    [
      field({ name: 'email', label: 'E-mail', type: 'email', value: prefill.email ?? '', autocomplete: 'email' }),
      field({ name: 'contact', label: 'Phone', type: 'tel', value: prefill.contact ?? '', autocomplete: 'tel' }),
      vpa,
    ],
    async (data) => {
      const contact = { email: data.get('email'), contact: data.get('contact') };
      const upi = { vpa: data.get('vpa') };
      const opening = { key, order_id, description, notes, upi, ...contact };
      next((await call<{ payment_id: string }>('/checkout/payments', opening)).payment_id);
    },
  );
  const picker = addressPicker(addresses, (chosen) => {
    const input = vpa.querySelector('input');
    if (input) input.value = chosen;
    input?.focus();
  });
  const other = el('button', { type: 'button', className: 'plain', on: { click: byCard } }, 'Pay by card instead');
  return [heading('Pay by UPI'), whole, picker, other];
}

/** The customer's UPI app. @param done is told how the payment ended */
export function approvalStep(paymentId: string, done: (outcome: Outcome) => void): HTMLElement[] {
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
