import { CheckoutUnavailableError } from '../failures/errors';
import type { CheckoutConstructor } from './provider';

/** Longest wait for the provider's script, in milliseconds. */
export const SCRIPT_TIMEOUT = 10_000;

let loading: Promise<CheckoutConstructor> | undefined;

function loadScript(url: string): Promise<CheckoutConstructor> {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: url, async: true });
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new CheckoutUnavailableError());
    };
    const timer = setTimeout(fail, SCRIPT_TIMEOUT);
    script.onerror = fail;
    script.onload = () => {
      // A captive portal's page loads well, too, and defines nothing.
      if (!window.Razorpay) return fail();
      clearTimeout(timer);
      resolve(window.Razorpay);
    };
    document.head.append(script);
  });
}

/**
 * The provider's checkout; its script is fetched the first time that someone pays.
 * @throws CheckoutUnavailableError after a failure or 10 s; the next call tries again
 */
export async function loadCheckout(url: string): Promise<CheckoutConstructor> {
  if (window.Razorpay) return window.Razorpay;
  loading ??= loadScript(url).finally(() => {
    loading = undefined;
  });
  return loading;
}
