import { fakeProvider } from '../testing/fake-provider';
import { loadCheckout, SCRIPT_TIMEOUT } from './checkout';
import { checkoutUnavailable } from './errors';

const URL = 'https://pay.example/checkout.js';
const scripts = () => document.querySelectorAll('script');

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  window.Razorpay = undefined;
  for (const script of scripts()) script.remove();
});

test('loads the script once for two who wait', async () => {
  const both = Promise.all([loadCheckout(URL), loadCheckout(URL)]);
  expect(scripts()).toHaveLength(1);
  window.Razorpay = fakeProvider().Razorpay;
  scripts()[0]?.dispatchEvent(new Event('load'));
  const [first, second] = await both;
  expect(first).toBe(second);
});

test('gives up on a script that hangs', async () => {
  const failing = expect(loadCheckout(URL)).rejects.toThrow(checkoutUnavailable());
  await jest.advanceTimersByTimeAsync(SCRIPT_TIMEOUT);
  await failing;
  expect(scripts()).toHaveLength(0);
});

test('is not content with a script that defines nothing', async () => {
  const failing = expect(loadCheckout(URL)).rejects.toThrow(checkoutUnavailable());
  scripts()[0]?.dispatchEvent(new Event('load'));
  await failing;
});
