import type { PaymentUpdate } from '../payments/update';
import type { ProviderDispute, ProviderPayment, ProviderRefund } from './wire';

export const updateOfPayment = (payment: ProviderPayment): PaymentUpdate => ({
  paymentId: payment.id,
  change: {
    about: 'payment',
    status: payment.status,
    captured: payment.captured === true,
    amount: payment.amount,
    currency: payment.currency,
    amountRefunded: payment.amount_refunded ?? 0,
  },
  details: {
    method: payment.method,
    errorCode: payment.error_code,
    errorDescription: payment.error_description,
  },
});

export const updateOfRefund = ({ id: refundId, payment_id: paymentId, ...refund }: ProviderRefund): PaymentUpdate => ({
  paymentId,
  change: { about: 'refund', id: refundId, amount: refund.amount, status: refund.status },
  receipt: refund.receipt ?? undefined,
});

export const updateOfDispute = ({
  id: disputeId,
  payment_id: paymentId,
  ...dispute
}: ProviderDispute): PaymentUpdate => ({
  paymentId,
  change: { about: 'dispute', id: disputeId, amount: dispute.amount, status: dispute.status },
});
