import { payInCheckout, post } from '@wholepage/tooling/pay';

/**
 * Visitors who enrol and pay, one after the other, for some seconds. A program, so that it can run on a core of its own:
 * `paying-visitors.ts API SANDBOX VISITORS SECONDS` prints a {@link Paid} as JSON.
 */
const [api = '', sandbox = '', visitors = '1', seconds = '1'] = process.argv.slice(2);

export interface Paid {
  perSecond: number;
  /** Milliseconds from the enrolment to the confirmed payment. */
  p50: number;
  p99: number;
  failed: number;
}

const times: number[] = [];
let failed = 0;
const began = performance.now();
const end = began + Number(seconds) * 1000;

const visit = async (): Promise<void> => {
  while (performance.now() < end) {
    const since = performance.now();
    try {
      const { proof } = await payInCheckout({ api, sandbox, keyId: 'rzp_test_sandbox' });
      await post(`${api}/confirm_payment.php`, proof);
      times.push(performance.now() - since);
    } catch (error) {
      failed += 1;
      console.error(error);
    }
  }
};
await Promise.all(Array.from({ length: Number(visitors) }, visit));
times.sort((a, b) => a - b);
const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0);
const paid: Paid = {
  perSecond: times.length / ((performance.now() - began) / 1000),
  p50: at(0.5),
  p99: at(0.99),
  failed,
};
console.log(JSON.stringify(paid));
