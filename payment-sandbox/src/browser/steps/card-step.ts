import { spaced } from '../../spaced';
import { call } from '../call';
import { el, rupees } from '../dom';
import { field } from '../field';
import { form } from '../form';
import type { FrameOptions } from '../messages';
import { heading } from './heading';
import type { OpenOrder } from './open-order';
import { picker } from './picker';

interface ListedCard {
  number: string;
  network: string;
  label: string;
}

/** Card and contact. @param next called with the started payment; `byUpi` shows the other means */
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
      const started = await call<{ payment_id: string }>('/checkout/payments', {
        key,
        order_id,
        description,
        notes,
        card,
        ...contact,
      });
      next(started.payment_id);
    },
  );
  const choices = cards.map((card) => ({ value: spaced(card.number), remark: `${card.network}: ${card.label}` }));
  const list = picker('Test cards', choices, (chosen) => {
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
  return [heading('Pay by card'), whole, list, other];
}
