import type { Outcome } from '../../checkout/outcome';
import { call } from '../call';
import { el } from '../dom';
import { field } from '../field';
import { form } from '../form';
import { heading } from './heading';

/** The bank's page. @param done called with the outcome of the payment */
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
