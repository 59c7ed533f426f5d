import type { Checkout, CheckoutConstructor, CheckoutOptions, PaymentFailure } from '../enrolment/checkout';

type FailureListener = (failure: PaymentFailure) => void;

/** A fake of the provider's checkout, controlled by the test. */
export interface FakeProvider {
  Razorpay: CheckoutConstructor;
  /** Resolves with the options once the dialog has been opened. */
  opened: Promise<CheckoutOptions>;
  opens: number;
  closes: number;
  fail(description: string): void;
}

export function fakeProvider(): FakeProvider {
  let settle: (options: CheckoutOptions) => void = () => {};
  const listeners: FailureListener[] = [];
  const provider: FakeProvider = {
    opened: new Promise((resolve) => {
      settle = resolve;
    }),
    opens: 0,
    closes: 0,
    fail: (description) => {
      for (const listener of listeners) listener({ error: { description } });
    },
    Razorpay: class implements Checkout {
      readonly #options: CheckoutOptions;

      constructor(options: CheckoutOptions) {
        this.#options = options;
      }

      on(_event: 'payment.failed', listener: FailureListener): void {
        listeners.push(listener);
      }

      open(): void {
        provider.opens += 1;
        settle(this.#options);
      }

      close(): void {
        provider.closes += 1;
      }
    },
  };
  return provider;
}
