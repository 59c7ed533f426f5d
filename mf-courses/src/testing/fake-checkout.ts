import type { CourseScenario } from './course-scenario';

interface CheckoutOptions {
  order_id: string;
  handler(answer: Record<string, string>): void;
  modal?: { ondismiss?(): void };
}

/** Replaces the payment provider's script while the scenario sets the payment's outcome. */
export function fakeCheckout(current: () => CourseScenario | undefined): void {
  class Checkout {
    #failed: ((event: unknown) => void) | undefined;

    constructor(readonly options: CheckoutOptions) {}

    on(event: string, listener: (event: unknown) => void): void {
      if (event === 'payment.failed') this.#failed = listener;
    }

    open(): void {
      const { order_id, handler, modal } = this.options;
      const outcome = current()?.payment;
      if (outcome === 'succeeds') {
        handler({
          razorpay_payment_id: 'pay_standalone',
          razorpay_order_id: order_id,
          razorpay_signature: 'standalone',
        });
      } else if (outcome === 'declined') {
        this.#failed?.({
          error: {
            code: 'BAD_REQUEST_ERROR',
            description: 'Your payment was declined by the bank.',
            metadata: { order_id },
          },
        });
        modal?.ondismiss?.();
      } else modal?.ondismiss?.();
    }

    close(): void {}
  }

  let real: unknown;
  Object.defineProperty(window, 'Razorpay', {
    configurable: true,
    get() {
      const payment = current()?.payment;
      if (payment === undefined) return real;
      return payment === 'script-missing' ? undefined : Checkout;
    },
    set(loaded: unknown) {
      real = loaded;
    },
  });
}
