import { screen } from '@testing-library/react';
import type { WireError } from '../wire';
import { type CheckoutOptions, Razorpay, type ToPage } from './checkout';

const options: CheckoutOptions = { key: 'rzp_test_sandbox', order_id: 'order_1', name: 'Nool & Needle' };
const error = { code: 'BAD_REQUEST_ERROR', description: 'Declined.', reason: 'card_declined' } as WireError;
const response = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 's' };

const dialog = () => screen.queryByRole('dialog', { name: 'Payment to Nool & Needle (sandbox)' });
const frame = (): Window => {
  const found = dialog()?.querySelector('iframe')?.contentWindow;
  if (!found) throw new Error('The frame is not open.');
  return found;
};
const send = (message: ToPage, from: { source?: Window; origin?: string } = {}): void => {
  const event = new MessageEvent('message', { data: message, source: frame(), origin: location.origin, ...from });
  window.dispatchEvent(event);
};

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.removeAttribute('style');
});

test('opens over the page and gives the frame what it may know', async () => {
  const checkout = new Razorpay({ ...options, handler: () => {} });
  checkout.open();
  checkout.open();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(document.documentElement.style.overflow).toBe('hidden');
  const posted = jest.spyOn(frame(), 'postMessage').mockImplementation(() => {});
  send({ type: 'sandbox:ready' });
  expect(posted).toHaveBeenCalledWith({ type: 'sandbox:open', options }, location.origin);
  checkout.close();
  expect(dialog()).toBeNull();
  expect(document.documentElement.style.overflow).toBe('');
});

test('hands a success to the handler after closing', () => {
  const handler = jest.fn(() => expect(dialog()).toBeNull());
  new Razorpay({ ...options, handler }).open();
  send({ type: 'sandbox:succeeded', response });
  expect(handler).toHaveBeenCalledWith(response);
});

test('tells of a failure and lets the merchant close the dialog', () => {
  const dismissed = jest.fn();
  const checkout = new Razorpay({ ...options, modal: { ondismiss: dismissed } });
  const failed = jest.fn(() => checkout.close());
  checkout.on('payment.failed', failed).open();
  send({ type: 'sandbox:failed', error });
  expect(failed).toHaveBeenCalledWith({ error });
  expect(dialog()).toBeNull();
  expect(dismissed).not.toHaveBeenCalled();
});

test('says that the visitor closed it, and gives the focus back', () => {
  const button = document.body.appendChild(document.createElement('button'));
  button.focus();
  const dismissed = jest.fn();
  new Razorpay({ ...options, modal: { ondismiss: dismissed } }).open();
  send({ type: 'sandbox:closed' });
  expect(dismissed).toHaveBeenCalledTimes(1);
  expect(button).toHaveFocus();
});

test.each([
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['another window', { source: window }],
])('does not listen to %s', (_who, from) => {
  const handler = jest.fn();
  const checkout = new Razorpay({ ...options, handler });
  checkout.open();
  send({ type: 'sandbox:succeeded', response }, from);
  expect(handler).not.toHaveBeenCalled();
  checkout.close();
});

test.each([
  [{ ...options, key: '' }, 'No key passed'],
  [{ ...options, order_id: '' }, 'No order_id passed: the sandbox needs an order'],
])('refuses to be made without what it needs', (wrong, message) => {
  expect(() => new Razorpay(wrong)).toThrow(message);
});
