import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod';
import type { Call } from './app';
import type { Bank, Order, Payment } from './bank';
import { framePage, landingPage } from './pages';
import type { Settings } from './settings';
import { findCard, type TestCard, WRONG_OTP } from './test-means';
import { type Outcome, RefusedError, read, sign } from './wire';

const FRAME_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];
const PAGE_CSP = [...FRAME_CSP, "frame-ancestors 'none'"].join('; ');

/** Built files for browsers: the script for the merchant's page, and the frame's script and style. */
export interface Assets {
  checkout: string;
  frame: string;
  styles: string;
}

/** Reads the built files from a folder. @throws when the package has not been built */
export async function readAssets(folder: URL): Promise<Assets> {
  const text = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8');
  const [checkout, frame, styles] = await Promise.all([text('checkout.js'), text('frame.js'), text('frame.css')]);
  return { checkout, frame, styles };
}

const openingSchema = z.object({ key: z.string(), order_id: z.string(), amount: z.coerce.number().optional() });

/** True until the end of the month, which is typed as `12/30`, `12 / 2030` or `1230`. */
function isFuture(expiry: string): boolean {
  const [, month = '', year = ''] = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(expiry) ?? [];
  return month !== '' && new Date(2000 + Number(year), Number(month), 1) > new Date();
}

/** Input of the card form, in the order of its fields. Messages are for the customer. */
const meansSchema = z.object({
  card: z.object({
    number: z.string().transform((number, context): TestCard => {
      const card = findCard(number);
      if (card) return card;
      context.addIssue('This sandbox takes only its test cards. Never type a real card here.');
      return z.NEVER;
    }),
    expiry: z.string().trim().refine(isFuture, 'Please enter a month and year to come, such as 12/30.'),
    cvv: z
      .string()
      .trim()
      .regex(/^\d{3}$/, 'Please enter the three digits of the CVV.'),
    name: z.string().trim().min(1, 'Please enter the name on the card.').max(100),
  }),
});

const otpSchema = z.object({ otp: z.string().trim() });

/** Serves the files for browsers (the script for the merchant's page, and the frame), and the frame's calls. */
export function checkout(
  server: FastifyInstance,
  { bank, settings, assets }: { bank: Bank; settings: Settings; assets: Assets },
): void {
  const file = (path: string, type: string, body: string, headers: Record<string, string> = {}): void => {
    server.get(path, async (_call, reply: FastifyReply) =>
      reply
        .type(`${type}; charset=utf-8`)
        .headers({ 'cache-control': 'no-cache', ...headers })
        .send(body),
    );
  };
  file('/checkout.js', 'text/javascript', assets.checkout, { 'cross-origin-resource-policy': 'cross-origin' });
  file('/checkout/frame', 'text/html', framePage, { 'content-security-policy': FRAME_CSP.join('; ') });
  file('/checkout/frame.js', 'text/javascript', assets.frame);
  file('/checkout/frame.css', 'text/css', assets.styles);
  file('/', 'text/html', landingPage, { 'content-security-policy': PAGE_CSP });

  const forFrame = (path: string, handle: (call: Call) => unknown): void => {
    server.post(path, async (call: Call) => {
      sameOrigin(call);
      return handle(call);
    });
  };
  forFrame('/checkout/orders', ({ body }) => {
    const { id, amount, currency } = openOrder(bank, settings, body);
    return { id, amount, currency };
  });
  forFrame('/checkout/payments', ({ body }) => {
    const order = openOrder(bank, settings, body);
    const { card } = read(meansSchema, body);
    return { payment_id: bank.begin(order, card.number, card.name, body).id };
  });
  // Four to ten digits succeed. A second call changes nothing.
  forFrame('/checkout/payments/:id/otp', async ({ params, body }) => {
    const isRight = /^\d{4,10}$/.test(read(otpSchema, body).otp);
    return outcomeOf(await bank.end(params.id, isRight ? undefined : WRONG_OTP), settings);
  });
}

/** Refuses calls from other origins than the frame's, so that no other site can press its buttons. */
function sameOrigin({ headers: { origin }, host }: Call): void {
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(`http://${host}`).host) return;
  throw new RefusedError('This call is for the checkout only.', { status: 403 });
}

/** Returns the order of a checkout. @throws RefusedError when key, order or amount do not match, or the order is paid */
function openOrder(bank: Bank, { keyId }: Settings, body: unknown): Order {
  const { key, order_id: id, amount } = read(openingSchema, body);
  if (key !== keyId) throw new RefusedError('The api key provided is invalid', { status: 401 });
  const order = bank.order(id);
  if (order.status === 'paid') throw new RefusedError('Payment already done for this order.');
  if (amount !== undefined && amount !== order.amount)
    throw new RefusedError('Payment amount is different from order amount', { field: 'amount' });
  return order;
}

function outcomeOf({ id, order_id, ...payment }: Payment, { keySecret }: Settings): Outcome {
  if (payment.status === 'failed')
    return {
      status: 'failed',
      error: {
        code: payment.error_code === 'GATEWAY_ERROR' ? 'GATEWAY_ERROR' : 'BAD_REQUEST_ERROR',
        description: payment.error_description ?? '',
        source: payment.error_source ?? '',
        step: payment.error_step ?? '',
        reason: payment.error_reason ?? '',
        metadata: { order_id, payment_id: id },
      },
    };
  const signature = sign(`${order_id}|${id}`, keySecret);
  const response = { razorpay_payment_id: id, razorpay_order_id: order_id, razorpay_signature: signature };
  return { status: 'captured', response };
}
