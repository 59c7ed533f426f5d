import type { Payment, PaymentResponse, WireError } from '../wire';

/** How a payment ended, for the checkout. */
export type Outcome = { status: 'captured'; response: PaymentResponse } | { status: 'failed'; error: WireError };

/** Why a payment failed, as the merchant's page gets it. */
export const wireError = (payment: Payment): WireError => ({
  code: payment.error_code === 'GATEWAY_ERROR' ? 'GATEWAY_ERROR' : 'BAD_REQUEST_ERROR',
  description: payment.error_description ?? '',
  source: payment.error_source ?? '',
  step: payment.error_step ?? '',
  reason: payment.error_reason ?? '',
  metadata: { order_id: payment.order_id, payment_id: payment.id },
});
