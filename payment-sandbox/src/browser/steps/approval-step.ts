import type { Outcome } from '../../checkout/outcome';
import { call } from '../call';
import { el } from '../dom';
import { form } from '../form';
import { heading } from './heading';

/** The customer's UPI app. @param done called with the outcome of the payment */
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
