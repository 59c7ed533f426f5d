import { framePage } from '../pages';
import type { ToFrame, ToPage } from './checkout';

const MERCHANT = 'https://merchant.example';
const response = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 's' };
const refusal = { error: { description: 'Please enter the three digits of the CVV.', field: 'card[cvv]' } };

let messages: ToPage[] = [];
const asked: { path: string; body: unknown }[] = [];
let answers: { ok: boolean; body: unknown }[] = [];

const one = <E extends HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};
const input = (name: string) => one<HTMLInputElement>(`[name="${name}"]`);
const shown = () => [...document.querySelectorAll<HTMLElement>('.step')].filter((step) => !step.hidden);
const settle = () => new Promise((resolve) => setTimeout(resolve));
const send = async (step: string) => {
  one<HTMLFormElement>(`#${step} form`).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await settle();
};

beforeAll(async () => {
  document.body.innerHTML = framePage.replace(/[\s\S]*<body class="frame">/, '').replace(/<script.*/, '');
  window.history.replaceState({}, '', `/checkout/frame?parent=${encodeURIComponent(MERCHANT)}`);
  const parent = { postMessage: (message: ToPage) => void messages.push(message) };
  Object.defineProperty(window, 'parent', { value: parent });
  window.fetch = async (path, init) => {
    asked.push({ path: String(path), body: JSON.parse(String(init?.body)) });
    const { ok, body } = answers.shift() ?? { ok: false, body: {} };
    return { ok, json: async () => body } as Response;
  };
  await import('./frame');
  expect(messages).toEqual([{ type: 'sandbox:ready' }]);
  answers = [{ ok: true, body: { amount: 5_000_000, currency: 'INR' } }];
  const data: ToFrame = {
    type: 'sandbox:open',
    options: {
      key: 'k',
      order_id: 'order_1',
      name: 'Nool & Needle',
      prefill: { name: 'Meena R', email: 'm@example.com' },
    },
  };
  window.dispatchEvent(new MessageEvent('message', { data, origin: MERCHANT, source: parent as unknown as Window }));
  await settle();
});
beforeEach(() => {
  messages = [];
});

test('opens the order and asks for the card, with what the merchant knows', () => {
  expect(shown().map(({ id }) => id)).toEqual(['card']);
  expect(one('.amount').textContent).toBe('₹50,000');
  expect(one('#card .primary').textContent).toBe('Pay ₹50,000');
  expect([input('card[name]').value, input('email').value]).toEqual(['Meena R', 'm@example.com']);
  expect(one('#card h1')).toHaveFocus();
});

test('names each input by its label: no id is there twice', () => {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const label of document.querySelectorAll('label')) expect(label.control).toBeInstanceOf(HTMLInputElement);
});

test('says beside the field what is wrong with it', async () => {
  answers = [{ ok: false, body: refusal }];
  await send('card');
  expect(document.getElementById('field-card[cvv]-error')).toHaveTextContent(
    'Please enter the three digits of the CVV.',
  );
  expect(input('card[cvv]')).toHaveFocus();
});

test('pays with a test card and the password, and tells the page', async () => {
  one('.card-choice').click();
  answers = [
    { ok: true, body: { payment_id: 'pay_1' } },
    { ok: true, body: { status: 'captured', response } },
  ];
  await send('card');
  expect(asked.at(-1)?.body).toMatchObject({
    key: 'k',
    order_id: 'order_1',
    email: 'm@example.com',
    card: { number: '4111 1111 1111 1111', expiry: '12/39', cvv: '123', name: 'Meena R' },
  });
  expect(shown().map(({ id }) => id)).toEqual(['otp']);
  input('otp').value = '1234';
  await send('otp');
  expect(asked.at(-1)).toEqual({ path: '/checkout/payments/pay_1/otp', body: { otp: '1234' } });
  expect(messages).toEqual([{ type: 'sandbox:succeeded', response }]);
});

test('tells the page of a failure, and that the visitor closed it', async () => {
  answers = [{ ok: true, body: { status: 'failed', error: { description: 'Declined.' } } }];
  await send('otp');
  one('.close').click();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(messages).toEqual([
    { type: 'sandbox:failed', error: { description: 'Declined.' } },
    { type: 'sandbox:closed' },
    { type: 'sandbox:closed' },
  ]);
});
