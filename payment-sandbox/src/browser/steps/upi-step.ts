import { call } from '../call';
import { el, rupees } from '../dom';
import { field } from '../field';
import { form } from '../form';
import type { FrameOptions } from '../messages';
import { heading } from './heading';
import type { OpenOrder } from './open-order';
import { picker } from './picker';

interface ListedAddress {
  vpa: string;
  label: string;
}

/** Address and contact. @param next called with the started payment; `byCard` goes back to the card's form */
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
  const choices = addresses.map(({ vpa: value, label }) => ({ value, remark: label }));
  const list = picker('Test addresses', choices, (chosen) => {
    const input = vpa.querySelector('input');
    if (input) input.value = chosen;
    input?.focus();
  });
  const other = el('button', { type: 'button', className: 'plain', on: { click: byCard } }, 'Pay by card instead');
  return [heading('Pay by UPI'), whole, list, other];
}
