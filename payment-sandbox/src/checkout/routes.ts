import { TEST_CARDS } from '../cards';
import { RefusedError } from '../errors';
import type { Call, Reply, Route } from '../http/route';
import { TEST_ADDRESSES } from '../upi';
import type { Assets } from './assets';
import { framePage } from './frame-page';
import { landingPage } from './landing-page';
import type { Payments } from './payments';

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

const asset = (type: string, body: string, headers: Record<string, string> = {}): Reply => ({
  type: `${type}; charset=utf-8`,
  body,
  headers: { 'cache-control': 'no-cache', ...headers },
});

/** The frame's calls come from the frame alone: another site cannot press its buttons. */
function sameOrigin({ headers, url }: Call): void {
  if (headers.origin !== undefined && URL.canParse(headers.origin) && new URL(headers.origin).host === url.host) return;
  throw new RefusedError('This call is for the checkout only.', { status: 403 });
}

/** Everything the browser is given: the script for the merchant's page, the frame and what the frame calls. */
export function checkoutRoutes(payments: Payments, assets: Assets): Route[] {
  const forFrame =
    (handle: (call: Call) => unknown): Route['handle'] =>
    async (call) => {
      sameOrigin(call);
      return { body: await handle(call) };
    };
  return [
    {
      method: 'GET',
      path: '/checkout.js',
      handle: () => asset('text/javascript', assets.checkout, { 'cross-origin-resource-policy': 'cross-origin' }),
    },
    {
      method: 'GET',
      path: '/checkout/frame',
      handle: () => asset('text/html', framePage, { 'content-security-policy': FRAME_CSP.join('; ') }),
    },
    { method: 'GET', path: '/checkout/frame.js', handle: () => asset('text/javascript', assets.frame) },
    { method: 'GET', path: '/checkout/frame.css', handle: () => asset('text/css', assets.styles) },
    {
      method: 'GET',
      path: '/checkout/cards',
      handle: () => ({ body: TEST_CARDS.map(({ number, network, label }) => ({ number, network, label })) }),
    },
    {
      method: 'GET',
      path: '/checkout/addresses',
      handle: () => ({ body: TEST_ADDRESSES.map(({ vpa, label }) => ({ vpa, label })) }),
    },
    {
      method: 'POST',
      path: '/checkout/orders',
      handle: forFrame(({ body }) => {
        const { id, amount, currency } = payments.openOrder(body);
        return { id, amount, currency };
      }),
    },
    {
      method: 'POST',
      path: '/checkout/payments',
      handle: forFrame(({ body }) => ({ payment_id: payments.create(body).id })),
    },
    {
      method: 'POST',
      path: '/checkout/payments/:id/otp',
      handle: forFrame(({ params, body }) => payments.submit(params.id ?? '', body.otp)),
    },
    {
      method: 'POST',
      path: '/checkout/payments/:id/approve',
      handle: forFrame(({ params }) => payments.approve(params.id ?? '')),
    },
    {
      method: 'POST',
      path: '/checkout/payments/:id/cancel',
      handle: forFrame(({ params }) => payments.cancel(params.id ?? '')),
    },
    {
      method: 'GET',
      path: '/',
      handle: () => asset('text/html', landingPage, { 'content-security-policy': PAGE_CSP }),
    },
  ];
}
